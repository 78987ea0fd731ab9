"""One run for the claims of Jain & Liu 2011: what is asked of it, and what became of it."""

from dataclasses import dataclass
from typing import Literal

from biped_control.analysis.reproduction.jain_mode_order import ModeOrder

Reaction = Literal["reference", "shadow"]
LINEARIZED, PHYSICAL = "modal", "dart"
"""The paper's engine, and one that knows nothing of modes."""


@dataclass(frozen=True)
class JainPush:
    """A push or a load.

    Attributes:
        bodies: on each of which it acts.
        force: along x and y of the clip's start and up [N].
        at_s: when it begins [s].
        ticks: how long.
    """

    bodies: tuple[str, ...]
    force: tuple[float, float, float]
    at_s: float
    ticks: int


@dataclass(frozen=True)
class JainTask:
    """One run of the modal policy.

    Attributes:
        clip: what is played.
        engine: the paper's linearized one, or another.
        seconds: simulated time [s].
        window, low_modes: other than in `config/weights.yaml`, also where that would not allow it.
        edits: of the reference, see `parse_edit`.
        slope_deg: of the ground from two metres on [degree].
        push: if any.
        order: of the joint modes; from slow to fast when left out.
        reaction: to a push. It comes at once, unless the push is not felt for 200 ms and slow plans are made
            for the reference, or for a shadow that is not pushed.
        knows_load: the policy knows of what `push` adds from its beginning on, as of a load that is carried.
        about_reference: what ships is measured even where window or modes are others.
        adjust_steps: footholds follow the capture point.
        seed: 0 starts exactly on the reference, another one up to 0.01 rad or m beside it.
    """

    clip: str
    engine: str
    seconds: float
    window: int | None = None
    low_modes: int | None = None
    edits: tuple[str, ...] = ()
    slope_deg: float = 0.0
    push: JainPush | None = None
    order: ModeOrder | None = None
    reaction: Reaction | None = None
    knows_load: bool = False
    about_reference: bool = False
    adjust_steps: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        """
        Raises:
            ValueError: what cannot be measured together.
        """
        if self.reaction and self.knows_load:
            raise ValueError(f"{self.name}: a load that is known is not one that is felt late")
        if (self.reaction or self.knows_load) and self.push is None:
            raise ValueError(f"{self.name}: nothing pushes")

    @property
    def published(self) -> bool:
        """Whether plans are linear about the pose of now, as in the paper; else what ships is measured."""
        if self.about_reference:
            return False
        varied = (self.window, self.low_modes, self.order, self.reaction)
        return self.engine == LINEARIZED or any(what is not None for what in varied)

    @property
    def name(self) -> str:
        """What is particular about it."""
        words = [self.clip, self.engine, *self.edits]
        if self.window is not None:
            words.append(f"window {self.window}")
        if self.low_modes is not None:
            words.append(f"{self.low_modes} low modes")
        if self.slope_deg:
            words.append(f"slope {self.slope_deg:g}")
        if self.push is not None:
            push = self.push
            words.append(f"{' '.join(push.bodies)} {push.force} N {push.ticks} ticks at {push.at_s:g} s")
        if self.order is not None:
            words.append(f"modes {self.order}")
        if self.reaction:
            words.append(f"late by {self.reaction}")
        if self.knows_load:
            words.append("known")
        if self.about_reference:
            words.append("about the reference")
        if self.adjust_steps:
            words.append("steps adjusted")
        if self.seed:
            words.append(f"seed {self.seed}")
        return ", ".join(words)


@dataclass(frozen=True)
class JainResult:
    """What became of a run.

    Attributes:
        task: the run.
        fell: before its time was over.
        seconds: survived [s].
        turned: mean distance of the pelvis' rotation from the reference, while it did not fall [rad].
        speed: mean of the way along x [m/s].
        share: of the strongest push that soles which stay where they are could balance, see `BalanceLimit`;
            None where they step, and without a push along the ground.
    """

    task: JainTask
    fell: bool
    seconds: float
    turned: float
    speed: float
    share: float | None = None
