"""Recipe of a clip that is made of steps: from one hub to another by turns, side steps, other strides."""

from typing import Literal

from pydantic import Field, model_validator

from biped_control.motion.clip_recipe import ClipRecipe


class StepRecipe(ClipRecipe):
    """A few steps between two gait cycles.

    Both hubs begin with a heel strike of the right foot, number 0. Footfalls 1, 3, ... are the left foot's;
    the last one, whose number is even, is frame 0 of the end hub. It stands to the one before as that hub has
    it, so that changes concern the steps before the last.

    Attributes:
        start, end: hubs.
        steps: number of steps.
        turn_deg: how far to turn, left positive.
        sideways_m: how far to move sideways without a turn, left positive.
        forward_m: how much further to come, without a turn, than that many steps of the hubs would.
        step_change_m: wanted change of the length of each step but the last.
        widen_m: added to the distance of each footfall but the last two from the middle line.
        duration_factor: all steps but the first and the last take so many times as long.
        lift_m: feet swing so much higher than in the hubs.
    """

    source: Literal["steps"]
    start: str
    end: str
    steps: int = Field(ge=2, le=40, multiple_of=2)
    turn_deg: float = Field(default=0.0, ge=-720.0, le=720.0)
    sideways_m: float = Field(default=0.0, ge=-2.0, le=2.0)
    forward_m: float = Field(default=0.0, ge=-2.0, le=2.0)
    step_change_m: float = Field(default=0.0, ge=-2.0, le=2.0)
    widen_m: float = Field(default=0.0, ge=0.0, le=0.5)
    duration_factor: float = Field(default=1.0, ge=0.5, le=3.0)
    lift_m: float = Field(default=0.0, ge=0.0, le=0.5)

    @model_validator(mode="after")
    def _turn_or_move(self) -> "StepRecipe":
        if self.turn_deg and (self.sideways_m or self.forward_m):
            raise ValueError(
                "turn_deg, sideways_m, forward_m: expected a turn or a move, not both in one clip"
            )
        return self

    @property
    def move(self) -> tuple[float, float] | None:
        """Forward and sideways beyond plain steps [m]; None where the place of the last footfall is free."""
        free = self.turn_deg != 0.0 or self.start != self.end
        return None if free else (self.forward_m, self.sideways_m)

    def expected_work(self) -> float:
        """As many cycles as half the steps."""
        return 0.5 * self.steps
