"""Sampling of a whole graph in processes, its ledger, and what is made of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.analysis.steering.build import build_steering, survived_graph
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.transition_file import TransitionFile
from biped_control.analysis.steering.transition_sampling import (
    _Ledger,
    conditions_of,
    sample_transitions,
    transitions_path,
)
from biped_control.errors import ConfigurationError, PolicyError
from biped_control.steering.planner_choice import planner_for
from biped_control.steering.steering_settings import SteeringSettings, load_steering_settings
from biped_control.steering.transition import Transition

CLIPS = ("walk", "two", "walk_to_two", "two_to_walk")
ROW = Transition("walk", "", "", "lcp", 1, "", 0.1, 0.1, 0.1, True, 0.0, 1.0)


@pytest.fixture
def steering() -> SteeringSettings:
    settings = load_steering_settings()
    return settings.model_copy(
        update={
            "sampling": settings.sampling.model_copy(update={"engines": ("lcp",), "run_seconds": 20.0}),
            "disturbances": settings.disturbances.model_copy(update={"push_newtons": 20.0}),
        }
    )


def test_build_and_go_on(
    steering_parts: SteeringParts, steering_library: Path, steering: SteeringSettings
) -> None:
    """Samples are counted, kept, used again; more are added only where they are missing."""
    settings, library = steering_parts.walk.settings, steering_parts.library
    told: list[tuple[int, int]] = []
    build = build_steering(library, settings, steering, 2, 1, lambda *numbers: told.append(numbers))
    assert told[0] == (0, 8)
    assert told[-1] == (8, 8)
    assert build.fresh == build.samples >= 8
    assert build.left_out == []
    assert all(clip.seen["lcp"].samples >= 2 for clip in build.model.clips.values())
    assert build.path == steering_library / "steering" / "value_function.npz"
    assert planner_for(library).planner.name == "value function"

    again = build_steering(library, settings, steering, 2, 1, lambda *numbers: None)
    assert (again.fresh, again.samples, again.short) == (0, build.samples, [])
    kept = TransitionFile(transitions_path())
    lines = kept.path.read_text().splitlines()
    kept.path.write_text("\n".join(line for line in lines if '"clip": "two"' not in line) + "\n{half a li")
    more = build_steering(library, settings, steering, 2, 1, lambda *numbers: None)
    assert more.fresh >= 2
    assert more.refused == {"damaged, or of another version": 1}
    assert more.model.clips["two"].seen["lcp"].samples >= 2
    seeds = {row.seed for row in kept.read(library.digests, conditions_of(settings, steering)).transitions}
    assert len(seeds) > 1  # nothing is sampled twice


def test_conditions_are_all_that_counts(steering_parts: SteeringParts, steering: SteeringSettings) -> None:
    settings = steering_parts.walk.settings
    here = conditions_of(settings, steering)
    assert here == conditions_of(settings, steering)
    rougher = steering.disturbances.model_copy(update={"push_newtons": 21.0})
    longer = steering.sampling.model_copy(update={"run_seconds": 30.0})
    weighed = steering.value_function.model_copy(update={"fall": 1.0})
    assert conditions_of(settings.replaced(gamma=0.02), steering) != here
    assert conditions_of(settings, steering.model_copy(update={"disturbances": rougher})) != here
    # Neither what is made of the samples nor how many come from one run changes what they are.
    assert conditions_of(settings, steering.model_copy(update={"sampling": longer})) == here
    assert conditions_of(settings, steering.model_copy(update={"value_function": weighed})) == here


@pytest.mark.parametrize(
    ("samples", "jobs", "engines", "complaint"),
    [(0, None, ("lcp",), "samples 0"), (5, 0, ("lcp",), "jobs 0"), (5, 1, ("lcp", "mud"), "engine 'mud'")],
)
def test_wrong_requests(
    steering_parts: SteeringParts,
    steering_library: Path,
    steering: SteeringSettings,
    samples: int,
    jobs: int | None,
    engines: tuple[str, ...],
    complaint: str,
) -> None:
    sampling = steering.sampling.model_copy(update={"engines": engines})
    wrong = steering.model_copy(update={"sampling": sampling})
    with pytest.raises(ConfigurationError, match=complaint):
        sample_transitions(
            steering_parts.library, steering_parts.walk.settings, wrong, samples, jobs, lambda *numbers: None
        )
    assert not transitions_path().exists()


def test_ledger_gives_up_what_cannot_be_had() -> None:
    """An engine in which run after run brings nothing wanted is left alone, and what is missing is said."""
    ledger = _Ledger(("walk", "left"), ("lcp", "dart"), 2, [ROW, ROW])
    assert (ledger.there, ledger.wanted) == (2, 8)
    assert ledger.neediest([]) == "dart"
    ledger.add("dart", [replace(ROW, engine="dart")] * 2)
    for _ in range(30):
        engine = ledger.neediest([])
        if engine is None:
            break
        ledger.add(engine, [replace(ROW, engine=engine)])
    else:
        pytest.fail("goes on for ever")
    assert ledger.there == 4
    assert ledger.short() == ["'left' in lcp: 0 of 2", "'left' in dart: 0 of 2"]


def test_deadly_connections_leave_the_graph(
    steering_parts: SteeringParts, steering: SteeringSettings
) -> None:
    from biped_control.steering.transition_model import fit_model

    rules, graph = steering.value_function, steering_parts.library.graph
    rows = [replace(ROW, clip=name) for name in CLIPS for _ in range(4)]
    falls = [replace(ROW, clip="walk_to_two", engine="dart", survived=index == 0) for index in range(4)]
    kept = survived_graph(graph, fit_model(graph, rows + falls, rules), rules)
    assert kept.clips.keys() == {"walk"}  # the hub `two` cannot be reached any more
    with pytest.raises(PolicyError, match="'walk' was survived in only 0%"):
        survived_graph(graph, fit_model(graph, [replace(ROW, survived=False)], rules), rules)
