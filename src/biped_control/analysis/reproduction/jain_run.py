"""Runs with the modal policy for the claims of Jain & Liu 2011."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from biped_control.analysis.assembly import Announce, WalkParts
from biped_control.analysis.preparation import prepare
from biped_control.analysis.reproduction.balance_limit import BalanceLimit
from biped_control.analysis.reproduction.jain_load import KnownLoad
from biped_control.analysis.reproduction.jain_reaction import DelayedReaction
from biped_control.analysis.reproduction.jain_task import JainPush, JainResult, JainTask
from biped_control.analysis.rollout import ControlLoop, Tick
from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.steady_process import steady_process
from biped_control.motion.editing.edit import parse_edit
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings, modal_settings_for
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Push
from biped_control.simulation.terrain import FLAT
from biped_control.simulation.terrain_shapes import slope

_ROTATIONS = slice(3, 6)  # chain-root coordinates
_FALL_S = 0.5  # [s] before the end of a run that falls; how far it turns then tells nothing of tracking


class _OnePush(Disturbances):
    """Pushes once, several bodies one tick after the other."""

    def __init__(self, push: JainPush | None, rate_hz: float, seed: int) -> None:
        super().__init__(seed)
        self._push, self._tick = push, 0 if push is None else round(push.at_s * rate_hz)

    def push_at(self, tick: int) -> Push | None:
        """See `Disturbances.push_at`."""
        if self._push is None or not 0 <= tick - self._tick < len(self._push.bodies):
            return None
        return Push(self._push.bodies[tick - self._tick], np.array(self._push.force), self._push.ticks)


class _Balance:
    """Compares a push with what the soles could balance when it begins.

    Attributes:
        share: see `JainResult`.
    """

    def __init__(self, push: JainPush | None, limit: BalanceLimit, rate_hz: float) -> None:
        self.share: float | None = None
        self._push, self._limit, self._dt = push, limit, 1.0 / rate_hz
        self._first = 0 if push is None else round(push.at_s * rate_hz)

    def observe(self, tick: Tick) -> None:
        """Is told of every tick."""
        push = self._push
        if push is None or push.force[2] or not 0 <= tick.index - self._first < push.ticks:
            return
        if tick.index == self._first:
            force = np.array(push.force)
            strongest = self._limit.newtons(tick.before, force, push.ticks * self._dt)
            self.share = float(np.linalg.norm(force)) / strongest if strongest else None
        if not tick.reference.contacts.all():
            self.share = None


class JainRuns:
    """Does such runs; what they are made of is put together once."""

    def __init__(self, announce: Announce | None = None) -> None:
        self._announce = announce or (lambda what, how_far: None)
        self._parts: dict[str, WalkParts] = {}
        self._calm: dict[JainTask, list[State]] = {}

    def parts(self, clip: str) -> WalkParts:
        """Clips and settings.

        Raises:
            BipedError: see `prepare`.
        """
        if clip not in self._parts:
            self._parts[clip] = prepare(clip, load_settings(), self._announce)
        return self._parts[clip]

    def _shadow(self, task: JainTask) -> Sequence[State]:
        """States of the same run without the push, by tick."""
        seconds = task.push.at_s + 1.0 if task.push else task.seconds
        calm = replace(task, push=None, reaction=None, seconds=seconds)
        if calm not in self._calm:
            states: list[State] = []
            self._run(calm, lambda tick: states.append(tick.before))
            self._calm[calm] = states
        return self._calm[calm]

    def run(self, task: JainTask) -> JainResult:
        """Runs it.

        Raises:
            MotionError: an edit is refused.
        """
        parts, turned = self.parts(task.clip), list[float]()
        balance = _Balance(task.push, BalanceLimit(parts.robot), parts.settings.rate_hz)

        def observe(tick: Tick) -> None:
            turned.append(float(np.linalg.norm(_rotation_error(tick))))
            balance.observe(tick)

        record = self._run(task, observe)
        before_the_fall = turned[: -round(_FALL_S * parts.settings.rate_hz)] if record.fell else turned
        travel = record.travel
        speed = float(travel.end.q[0] - travel.start.q[0]) / max(record.seconds, parts.settings.dt)
        mean = float(np.mean(before_the_fall)) if before_the_fall else float("nan")
        return JainResult(task, record.fell, record.seconds, mean, speed, balance.share)

    def _run(self, task: JainTask, observe: Callable[[Tick], None]) -> RunRecord:
        parts = self.parts(task.clip)
        parts = replace(parts, settings=parts.settings.replaced(adjust_steps=task.adjust_steps))
        changes = {"window": task.window, "low_modes": task.low_modes}
        form = (
            load_modal_settings(section=ABOUT_POSE)
            if task.published
            else modal_settings_for(task.adjust_steps)
        )
        modal = form.model_copy(update={name: value for name, value in changes.items() if value is not None})
        order = None if task.order is None else task.order.order(parts.robot.nu, modal.low_modes)
        policy = self._told(ModalPolicy(parts.robot, parts.clips, modal, parts.settings, order), task)
        ground = slope(task.slope_deg) if task.slope_deg else FLAT
        engine = parts.engine(task.engine, ground)
        edits = [parse_edit(text) for text in task.edits]
        if any(timed.edit.clip for timed in edits):
            parts = parts.with_others()
        loop = ControlLoop(
            parts.robot,
            parts.clips,
            policy,
            engine,
            parts.settings,
            look_ahead=parts.look_ahead,
            adaptation=parts.adaptation,
            others=parts.others,
        )
        try:
            with steady_process():
                return loop.run(
                    parts.itinerary,
                    round(task.seconds * parts.settings.rate_hz),
                    disturbances=_OnePush(task.push, parts.settings.rate_hz, task.seed),
                    observe=observe,
                    edits=edits,
                ).record
        finally:
            engine.close()

    def _told(self, policy: ModalPolicy, task: JainTask) -> LookAheadPolicy:
        """The policy as it hears of the push: as everybody does, late, or beforehand."""
        parts, push = self.parts(task.clip), task.push
        if push is None:
            return policy
        if task.reaction is not None:
            unpushed = self._shadow(task) if task.reaction == "shadow" else None
            return DelayedReaction(policy, push.at_s, parts.settings.rate_hz, unpushed)
        if task.knows_load:
            return KnownLoad(policy, parts.robot, push, parts.settings.rate_hz)
        return policy


def _rotation_error(tick: Tick) -> FloatArray:
    planned = tick.reference.placement.to_world(tick.reference.state)
    error = tick.before.q[_ROTATIONS] - planned.q[_ROTATIONS]
    error[0] = np.remainder(error[0] + np.pi, 2.0 * np.pi) - np.pi
    return np.asarray(error)
