"""Decides which clip follows: one that was asked for, or what a planner makes of the operators' wish."""

from collections.abc import Mapping
from dataclasses import replace

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import BipedError, ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.placement import Placement
from biped_control.steering.clip_player import end_after, is_decision
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import SMALLEST_TURN, MotionGraph
from biped_control.steering.operator.operators import Wish
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.planner import Choice, Planner
from biped_control.steering.situation import Situation
from biped_control.steering.wanted_hub import wanted_hub

_LONGEST_HELD_BACK = 4  # decisions: two cycles of a run, two of a walk


class Pilot:
    """Knows where the robot is in the motion graph, what was wanted last and what was asked for.

    Attributes:
        halves: hubs that may be left at half their cycle.
    """

    def __init__(
        self,
        clips: Mapping[str, Clip],
        graph: MotionGraph,
        planner: Planner,
        settings: OperatorSettings,
        halves: Mapping[str, Placement] | None = None,
    ) -> None:
        """
        Args:
            clips: all that may be asked for, by name; those of the graph are among them.
            graph: what planners choose from.
            planner: chooses.
            settings: say which hub a speed means.
            halves: hubs that may be left at half their cycle, see `half_cycles`; none unless given.
        """
        self.halves: Mapping[str, Placement] = dict(halves or {})
        self._clips, self._graph, self._planner, self._settings = clips, graph, planner, settings
        self._asked_for = ""
        self.begin()

    def begin(self) -> None:
        """A new run begins."""
        self._wanted_hub: str | None = None
        self._held_back = 0

    def ask_for(self, name: str, wish: Wish | None = None) -> None:
        """Plays a clip as soon as the way there is gone; a hub then goes on until somebody steers.

        Args:
            name: of the clip; empty to ask for none.
            wish: what is wanted at this moment; None before anybody can have said anything.

        Raises:
            ClipError: it is not known, or what is wanted does not let it be played.
        """
        if name:
            _require_no_other_wish(self._clip(name), wish)
        self._asked_for = name

    def stands(self, reference: Reference) -> bool:
        """Whether the robot stands: in a clip that begins and ends in a hub that goes nowhere.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        clip, still = self._clip(reference.clip), self._settings.still_mps
        speeds = [self._graph.hubs.get(hub) for hub in (clip.start_hub, clip.end_hub)]
        return all(speed is not None and speed < still for speed in speeds)

    def heading(self, reference: Reference) -> float:
        """Yaw of the robot's way in the world [rad], without the swing of its pelvis.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        clip = self._clip(reference.clip)
        return reference.placement.heading(clip.advance.yaw * reference.frame / clip.steps)

    def decides(self, reference: Reference) -> bool:
        """Whether the next tick belongs to another clip, or may belong to one.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        return is_decision(self._clip(reference.clip), reference.frame, self.halves)

    def decide(self, reference: Reference, cost: float, intent: Intent, wish: Wish) -> Choice:
        """The clip that follows; amid the cycle of a hub that hub, where it goes on.

        Args:
            reference: of the clip that runs, at a step for which `decides` is true.
            cost: what following has cost lately, see `Situation`.
            intent: what is wanted.
            wish: where that comes from.

        Raises:
            ClipError: the clip of the reference is not known.
        """
        clip = self._clip(reference.clip)
        end = reference.placement.compose(end_after(clip, reference.frame, self.halves))
        choice = self._choice(clip.end_hub, end, cost, intent, wish)
        goes_on = choice.clip == clip.name and reference.frame + 1 < clip.steps
        return replace(choice, mirrored=(reference.placement if goes_on else end).mirrored)

    def _choice(self, hub: str, end: Placement, cost: float, intent: Intent, wish: Wish) -> Choice:
        if wish.command.stop:
            self._asked_for = ""
        elif asked := self._towards_what_was_asked_for(hub, bool(wish.source), end.mirrored):
            return asked
        try:
            if wish.command.stop:
                return self._quickest_stop(hub, wish)
            hubs, speed = self._graph.hubs, intent.speed_mps
            self._wanted_hub = wanted_hub(speed, hubs, self._settings, self._wanted_hub)
            situation = Situation(hub, end.yaw, cost, intent, self._wanted_hub, end.mirrored)
            choice = self._without_end(situation, self._planner.choose(situation))
        except BipedError as error:
            return Choice(hub, f"'{hub}' goes on: {error}")
        return Choice(choice.clip, f"{wish.reason}; {choice.reason}")

    def _without_end(self, situation: Situation, choice: Choice) -> Choice:
        """A planner may let a gait go on that does not serve, until it has settled, but not for ever."""
        hub = situation.hub
        if choice.clip != hub or (goal := self._goal(situation)) == hub:
            self._held_back = 0
            return choice
        self._held_back += 1
        way = self._graph.way(hub, lambda there: there == goal)
        if way is None or not way.clips:
            return choice
        what = f"'{goal}'" if goal == situation.wanted_hub else f"'{goal}' to turn there"
        if self._held_back <= _LONGEST_HELD_BACK:
            return Choice(hub, f"{choice.reason}; {what} comes when it has settled")
        return Choice(way.clips[0], f"'{hub}' has gone on for long enough: on the way to {what}")

    def _goal(self, situation: Situation) -> str:
        """The hub that serves: where there are turns if the planner would turn there, else the wanted one."""
        graph = self._graph
        way = graph.way(situation.hub, lambda there: any(map(graph.turns, graph.leaving(there))))
        if abs(situation.heading_error) < SMALLEST_TURN or way is None or not way.clips:
            return situation.wanted_hub
        there = graph.clips[way.clips[-1]].end_hub
        settled = replace(situation, hub=there, cost=0.0)
        return there if graph.turns(self._planner.choose(settled).clip) else situation.wanted_hub

    def _quickest_stop(self, hub: str, wish: Wish) -> Choice:
        """A stop is obeyed, not weighed against anything: planners have no say in it."""
        rest = self._wanted_hub = wanted_hub(0.0, self._graph.hubs, self._settings)
        way = self._graph.way(hub, lambda there: there == rest)
        if way is None or not way.clips:
            return Choice(hub, f"{wish.reason}: '{hub}' goes on" + ("" if hub == rest else ", no way out"))
        return Choice(way.clips[0], f"{wish.reason}: '{way.clips[0]}' is the quickest way to '{rest}'")

    def _clip(self, name: str) -> Clip:
        if name not in self._clips:
            known = ", ".join(sorted(self._clips))
            meant = did_you_mean(name, self._clips)
            raise ClipError(f"no clip '{name}' among those that this robot can play: {known}{meant}")
        return self._clips[name]

    def _towards_what_was_asked_for(self, hub: str, somebody_steers: bool, mirrored: bool) -> Choice | None:
        if not self._asked_for:
            return None
        clip = self._clips[self._asked_for]
        way = self._graph.way(hub, lambda there: there == clip.start_hub)
        # Who steers has other wishes than to go on in a hub.
        if way is None or (clip.cyclic and somebody_steers):
            self._asked_for = ""
            return None
        if way.clips:
            return Choice(way.clips[0], f"on the way to '{clip.name}', which was asked for")
        if mirrored and hub in self.halves and not clip.straight:
            return Choice(hub, f"'{clip.name}' was asked for, and begins with the other heel strike")
        if not clip.cyclic:
            self._asked_for = ""
        return Choice(clip.name, f"'{clip.name}' was asked for")


def _require_no_other_wish(clip: Clip, wish: Wish | None) -> None:
    if wish is None or not wish.source:
        return
    if wish.command.stop:
        raise ClipError(f"'{clip.name}' is not played while {wish.reason}; let go of the stop and ask again")
    if clip.cyclic:
        raise ClipError(
            f"'{clip.name}' would go on until somebody steers, and {wish.reason}; let go first, "
            "or steer at its speed"
        )
