"""Decides which clip follows: one that was asked for, or what a planner makes of the operators' wish."""

from collections.abc import Mapping

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import BipedError, ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.operator.operators import Wish
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.planner import Choice, Planner
from biped_control.steering.situation import Situation
from biped_control.steering.wanted_hub import wanted_hub


class Pilot:
    """Knows where the robot is in the motion graph, what was wanted last and what was asked for."""

    def __init__(
        self,
        clips: Mapping[str, Clip],
        graph: MotionGraph,
        planner: Planner,
        settings: OperatorSettings,
    ) -> None:
        """
        Args:
            clips: all that may be asked for, by name; those of the graph are among them.
            graph: what planners choose from.
            planner: chooses.
            settings: say which hub a speed means.
        """
        self._clips, self._graph, self._planner, self._settings = clips, graph, planner, settings
        self._asked_for = ""
        self.begin()

    def begin(self) -> None:
        """A new run begins."""
        self._wanted_hub: str | None = None

    def ask_for(self, name: str) -> None:
        """Plays a clip as soon as the way there is gone; a hub then goes on until somebody steers.

        Args:
            name: of the clip; empty to ask for none.

        Raises:
            ClipError: it is not known.
        """
        if name:
            self._clip(name)
        self._asked_for = name

    def heading(self, reference: Reference) -> float:
        """Yaw of the robot's way in the world [rad], without the swing of its pelvis.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        clip = self._clip(reference.clip)
        return reference.placement.yaw + clip.advance.yaw * reference.frame / clip.steps

    def is_last(self, reference: Reference) -> bool:
        """Whether the next tick belongs to another clip.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        return reference.frame + 1 == self._clip(reference.clip).steps

    def decide(self, reference: Reference, cost: float, intent: Intent, wish: Wish) -> Choice:
        """The clip that follows.

        Args:
            reference: of the clip that runs.
            cost: what following has cost lately, see `Situation`.
            intent: what is wanted.
            wish: where that comes from.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        clip = self._clip(reference.clip)
        hub, heading = clip.end_hub, reference.placement.compose(clip.advance).yaw
        if asked := self._towards_what_was_asked_for(hub, bool(wish.source)):
            return asked
        try:
            hubs, speed = self._graph.hubs, intent.speed_mps
            self._wanted_hub = wanted_hub(speed, hubs, self._settings, self._wanted_hub)
            choice = self._planner.choose(Situation(hub, heading, cost, intent, self._wanted_hub))
        except BipedError as error:
            return Choice(hub, f"'{hub}' goes on: {error}")
        return Choice(choice.clip, f"{wish.reason}; {choice.reason}")

    def _clip(self, name: str) -> Clip:
        if name not in self._clips:
            known = ", ".join(sorted(self._clips))
            meant = did_you_mean(name, self._clips)
            raise ClipError(f"no clip '{name}' among those that this robot can play: {known}{meant}")
        return self._clips[name]

    def _towards_what_was_asked_for(self, hub: str, somebody_steers: bool) -> Choice | None:
        if not self._asked_for:
            return None
        clip = self._clips[self._asked_for]
        way = self._graph.way(hub, lambda there: there == clip.start_hub)
        if way is None or (
            clip.cyclic and somebody_steers
        ):  # who steers has other wishes than to go on in a hub
            self._asked_for = ""
            return None
        if way.clips:
            return Choice(way.clips[0], f"on the way to '{clip.name}', which was asked for")
        if not clip.cyclic:
            self._asked_for = ""
        return Choice(clip.name, f"'{clip.name}' was asked for")
