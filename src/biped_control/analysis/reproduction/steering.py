"""Steering (Muico 2009, section 5.5, and what this project demands of itself)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.reproduction import steering_claims as claims
from biped_control.analysis.reproduction.group import Group
from biped_control.analysis.reproduction.table import Extent, Row
from biped_control.analysis.steering.decision_times import decision_seconds
from biped_control.analysis.steering.graph_assembly import SteeringParts, assemble_graph, prepare_graph
from biped_control.analysis.steering.run_extent import require_extent
from biped_control.analysis.steering.steered_run import SteeredRunResult, SteeredRunTask, steered_run
from biped_control.analysis.steering.switch_steps import Step, SwitchTask, switch_steps
from biped_control.analysis.steering.transition_sampling import roughness_of
from biped_control.analysis.steering.velocity_walk import VelocityWalkResult, VelocityWalkTask, velocity_walk
from biped_control.analysis.timing import percentiles_ms
from biped_control.errors import PolicyError
from biped_control.settings import load_settings
from biped_control.simulation.rough_conditions import Roughness
from biped_control.steering.planner_choice import PLANNERS, Chosen, planner_for
from biped_control.steering.steering_settings import load_steering_settings
from biped_control.steering.value_file import BuildRecord, load_build_record

ENGINES = ("lcp", "dart")
MINUTES, SEEDS = 30.0, (1, 2, 3)
_ROUGH = 1.0  # share of the disturbances of `config/steering.yaml` under which planners are compared
_ABOUT_FACE_S = 11.0  # twice what a turn may take, so that the walk is straight again
_DECISIONS, _BUILD = "decisions", "build of the value function"

_METHOD = """
All of it is simulated, with the clips and the value function of the library, in `lcp` and `dart`.

- *random headings*: every 5 s a heading anywhere in the circle, for {minutes} minutes with each of the seeds
  {seeds} in each engine. The error counts after the turns: in the straight walk that was decided on under the
  command that still holds.
- *about face*: the walk goes straight for at least 5 s, then, at any phase of its cycle, the opposite heading
  is commanded. It is answered when the yaw of the pelvis, which swings by some 5 degrees, has come within 15
  degrees of it and stays there.
- *`cmd_vel`*: stand, 0.8 m/s, 1.5 m/s, 1.2 m/s, a turn at 0.3 rad/s, 1.2 m/s, stand, through the same
  operators and pilot as in the ROS graph. Speeds are those of the last 8 s at each; the drift counts from 1 s
  after the robot has come to stand.
- *torque step*: change of a joint's torque in a tick, less what walks without the switch, under the old and
  the new setting, do within three ticks of the same instant. Policy and gamma are switched at {phases} phases
  of a cycle; of every clip that leaves a hub the first tick counts, compared with that of the hub going on.
- *value function or nearest heading*: the same commands for both, those of seed {first}. Falls are counted
  under disturbances of {rough} % of the strongest in `config/steering.yaml`; a robot that has fallen is put
  on its feet again. Who asks for more than 90 degrees and then for something else before there is an answer
  has not been answered.
- *transitions and value function built*: not done anew; the value function's file says what its build took.
"""


@dataclass(frozen=True)
class DecisionTask:
    """So many decisions of the value function in situations of all kinds."""

    count: int


@dataclass(frozen=True)
class BuildTask:
    """Looks up how the value function was made."""


Task = SteeredRunTask | VelocityWalkTask | SwitchTask | DecisionTask | BuildTask


class SteeringTable:
    """See `table.Table`."""

    name = "steering"
    title = "Steering"

    def __init__(self, extent: Extent) -> None:
        """
        Args:
            extent: 30 minutes and seeds 1, 2, 3 unless it says otherwise.

        Raises:
            ConfigurationError: it makes no sense.
        """
        self._quick, self._phases = extent.quick, 2 if extent.quick else 16
        self._minutes = extent.minutes if extent.minutes is not None else 0.5 if extent.quick else MINUTES
        self._seeds = extent.seeds if extent.seeds is not None else (1,) if extent.quick else SEEDS
        require_extent(self._minutes, self._seeds)
        self._tasks = self._planned()

    @property
    def tasks(self) -> Sequence[str]:
        """See `table.Table`."""
        return list(self._tasks)

    @property
    def method(self) -> str:
        """See `table.Table`."""
        seeds = ", ".join(map(str, self._seeds))
        return _METHOD.format(
            minutes=f"{self._minutes:g}",
            seeds=seeds,
            first=self._seeds[0],
            phases=self._phases,
            rough=f"{100.0 * _ROUGH:g}",
        )

    def ready(self, announce: Announce) -> None:
        """See `table.Table`."""
        prepare_graph(load_settings(), announce)

    def prepare(self) -> Work:
        """See `table.Table`."""
        settings, steering = load_settings(), load_steering_settings()
        parts = assemble_graph(settings)
        roughness = roughness_of(parts.walk.robot, settings, steering)

        def work(name: str, tell: Tell) -> Any:
            return _measure(parts, roughness, self._tasks[name], tell)

        return work

    def rows(self, results: Mapping[str, Any]) -> Sequence[Row]:
        """See `table.Table`."""

        def group(prefix: str) -> Group[Any]:
            return Group.of(self.tasks, results, prefix)

        calm: Group[SteeredRunResult] = group("calm value_function")
        about: Group[SteeredRunResult] = group("about face")
        velocity: Group[VelocityWalkResult] = group("cmd_vel")
        rough = group("rough")
        side_by_side = [name for name in self.tasks if name.endswith(f"seed {self._seeds[0]}")]
        compared: Group[SteeredRunResult] = Group.of(side_by_side, results, "calm")
        switches: dict[str, Group[list[Step]]] = {
            what: group(f"switch {what}") for what in ("policy", "gamma", "clip")
        }
        times = [*group(_DECISIONS).results, *(run.decision_ms for run in calm.results)]
        build: Group[BuildRecord] = group(_BUILD)
        return [
            calm.row("random headings: falls", "none", claims.falls),
            calm.row(
                "random headings: mean error after the turns",
                f"below {claims.ERROR_DEG:g} degrees",
                claims.settled_error,
            ),
            about.row("about face: answered", f"within {claims.ANSWERED_S:g} s", claims.answered),
            velocity.row("`cmd_vel`: speed", f"errors below {100.0 * claims.SPEED_ERROR:g} %", claims.speeds),
            velocity.row("`cmd_vel`: turn", f"within {claims.TURN_ERROR_DEG:g} degrees", claims.turns),
            velocity.row("`cmd_vel`: drift", f"below {1e3 * claims.DRIFT_M:g} mm", claims.stands),
            *(
                steps.row(
                    f"torque step when the {what} is switched",
                    f"below {100.0 * claims.STEP:g} % of the limit",
                    claims.torque_steps,
                )
                for what, steps in switches.items()
            ),
            Group(times).row(
                "decision, 99th percentile", f"below {claims.DECISION_MS:g} ms", claims.decision_time
            ),
            build.row(
                "transitions and value function built",
                f"in less than {claims.BUILD_S / 60.0:g} minutes on two cores",
                claims.build_time,
            ),
            rough.row("value function or nearest heading: falls", "less often", claims.falls_less),
            compared.row("the same, undisturbed: error after the turns", "not larger", claims.errs_less),
            compared.row("error at all times", "not larger", claims.errs_less_on_the_way),
            compared.row(
                "half of the large commands answered",
                f"not later than {claims.LATER_S:g} s",
                claims.answers_as_fast,
            ),
        ]

    def _planned(self) -> dict[str, Task]:
        """All tasks by name, the long ones first."""
        tasks: dict[str, Task] = {}
        first = self._seeds[0]
        for how, rough in (("rough", _ROUGH), ("calm", 0.0)):
            for planner, engine in product(PLANNERS, reversed(ENGINES)):
                name = f"{how} {planner}, {engine}, seed {first}"
                tasks[name] = SteeredRunTask(planner, engine, first, self._minutes, rough=rough)
        for seed, engine in product(self._seeds[1:], reversed(ENGINES)):
            name = f"calm {PLANNERS[0]}, {engine}, seed {seed}"
            tasks[name] = SteeredRunTask(PLANNERS[0], engine, seed, self._minutes)
        for engine in reversed(ENGINES):
            tasks[f"about face, {engine}"] = SteeredRunTask(
                PLANNERS[0], engine, 1, self._minutes, every_s=_ABOUT_FACE_S, commands="about_face"
            )
            walk = VelocityWalkTask(engine)
            if self._quick:
                walk = VelocityWalkTask(engine, walk_s=12.0, stand_s=5.0)
            tasks[f"cmd_vel, {engine}"] = walk
            for what in ("policy", "gamma", "clip"):
                tasks[f"switch {what}, {engine}"] = SwitchTask(engine, what, self._phases)
        tasks[_DECISIONS] = DecisionTask(2_000 if self._quick else 50_000)
        if not self._quick:  # nothing is built here: what an earlier build noted is no quick look at it
            tasks[_BUILD] = BuildTask()
        return tasks


def _measure(parts: SteeringParts, roughness: Roughness, task: Task, tell: Tell) -> Any:
    if isinstance(task, SwitchTask):
        return switch_steps(parts, task, lambda count: tell(f"{count} switches"))
    chosen = _chosen(parts, task.planner if isinstance(task, SteeredRunTask) else PLANNERS[0])
    if isinstance(task, SteeredRunTask):
        seconds = 60.0 * task.minutes
        return steered_run(
            parts, chosen.planner, task, roughness, lambda done: tell(f"{done:.0f} of {seconds:g} s")
        )
    if isinstance(task, VelocityWalkTask):
        return velocity_walk(parts, chosen.planner, task)
    if isinstance(task, DecisionTask):
        return percentiles_ms(decision_seconds(chosen.planner, parts.library.graph, task.count))
    assert chosen.file is not None
    record = load_build_record(chosen.file)
    if record is None:
        raise PolicyError(
            f"{chosen.file} does not say how it was made; `biped steering build` makes one that does"
        )
    return record


def _chosen(parts: SteeringParts, name: str) -> Chosen:
    """The planner of that name, and no other in its place."""
    chosen = planner_for(parts.library, name)
    if name == "value_function" and chosen.file is None:
        raise PolicyError(f"no value function: {'; '.join(chosen.notes)}")
    return chosen
