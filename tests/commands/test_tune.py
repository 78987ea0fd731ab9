"""`biped tune`."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from killed_command import kill_when
from matplotlib.image import imread

from biped_control.analysis.tuning.generation import Generation
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.score import Score
from biped_control.errors import ConfigurationError
from biped_control.robot.state import FloatArray

NAMES = ("gamma", "look_ahead.hip")
QUICK = ("--engine", "lcp", "--seconds", "0.1", "--seed", "1", "--population", "4", "--workers", "1")


def finished(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("generations/*.json")}


def test_killed_in_the_middle_it_goes_on(biped: Callable[..., Any], tmp_path: Path) -> None:
    """A process killed without warning; then the same in this one, and its result in a rollout."""
    out = tmp_path / "out"
    options = ("tune", *NAMES, *QUICK, "--out", str(out))
    kill_when(lambda: len(finished(out)) >= 2, *options, "--generations", "50")
    before = finished(out)
    outcome = biped(*options, "--generations", str(len(before)), "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert result.keys() == {
        *("generations", "earlier", "rollouts", "start", "best", "groups", "weights", "history", "check"),
        *("seconds", "weights_file", "picture", "command", "options", "machine", "versions"),
    }
    assert (result["generations"], result["earlier"]) == (len(before), len(before))
    assert finished(out).items() >= before.items()
    assert len(result["history"]) == len(before) + 1
    assert [group["name"] for group in result["groups"]] == list(NAMES)
    assert {row["weights"] for row in result["check"]} <= {"start", "best"}
    assert result["best"]["mean_cost"] <= result["start"]["mean_cost"]
    assert imread(result["picture"]).std() > 0.01

    alone = biped(
        *("rollout", "--engine", "lcp", "--seconds", "0.1", "--seed", "1", "--json", "-"),
        *("--weights", result["weights_file"]),
    )
    walked = json.loads(alone.stdout)
    assert walked["weights"] == (result["weights"] or {})
    assert walked["mean_cost"] == result["best"]["mean_cost"]

    other = biped(*options, "--generations", "2", "--bound", "5")
    assert "bound (10.0 there, 5.0 here)" in other.complaint


@pytest.mark.parametrize("better", [True, False])
def test_nothing_better_is_said(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, better: bool
) -> None:
    def best(generations: list[Generation]) -> tuple[FloatArray, Score]:
        return generations[better].points[0], generations[better].scores[0]

    monkeypatch.setattr("biped_control.analysis.tuning.run.best_of", best)
    outcome = biped("tune", *NAMES, *QUICK, "--generations", "1", "--out", str(tmp_path / "out"))
    assert outcome.status == 0, outcome.stderr
    said = "nothing better than the start was found in 1 generation; the file holds the start's weights"
    assert (said in outcome.stdout) is not better


@pytest.mark.parametrize("start", [(), ("--weights", "w.yaml")])
def test_its_command_asks_for_it_again(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, start: tuple[str, ...]
) -> None:
    seen: list[TuningPlan] = []

    def taken(plan: TuningPlan, *_: Any) -> None:
        seen.append(plan)
        raise ConfigurationError("far enough")

    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text("gamma: 0.003\n")
    monkeypatch.setattr("biped_control.analysis.sweep.readiness.make_ready", lambda *_: None)
    monkeypatch.setattr("biped_control.analysis.tuning.run.tune", taken)
    biped("tune", *NAMES, *QUICK[:-2], "--scenario", "noise,field", "--adjust-steps", "--spread", "2", *start)
    biped(*shlex.split(seen[0].command)[1:])
    assert seen[0] == seen[1]
    assert seen[0].space.start.gamma == (0.003 if start else 0.007)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("gama", "look_ahead.hip"), ("'gama'", "did you mean 'gamma'")),
        (("gamma",), ("1 weights to vary", "two or more")),
        ((*NAMES, "--generations", "0"), ("--generations 0",)),
        ((*NAMES, "--bound", "1"), ("--bound 1",)),
        ((*NAMES, "--check-seed", "1"), ("--check-seed 1",)),
        ((*NAMES, "--check-seed", "x"), ("tune --check-seed", "'x'")),
        ((*NAMES, "--scenario", "nose"), ("'nose'", "did you mean 'noise'")),
        ((*NAMES, "--weights", "w.yaml"), ("w.yaml", "no such file")),
        ((*NAMES, "--scheduler", "here"), ("--scheduler here", "tcp://host:8786")),
    ],
    ids=lambda value: " ".join(value),
)
def test_bad_input(
    biped: Callable[..., Any], tmp_path: Path, options: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    complaint = biped("tune", *QUICK, *options, "--out", str(tmp_path / "out")).complaint
    for words in expected:
        assert words in complaint


def test_what_it_needs_is_not_installed(biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "biped_control.commands.packages.find_spec", lambda name: None if name == "cma" else name
    )
    assert "need cma; run `pip install 'biped-control[sweep]'`" in biped("tune").complaint
