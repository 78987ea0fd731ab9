"""`biped rollout`."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip_file import save_clip
from biped_control.settings import load_settings

KEYS = {
    "fell",
    "survived_s",
    "distance_m",
    "speed_mps",
    "heading_rad",
    "mean_cost",
    "max_torque_nm",
    "tick_ms",
    "lcp",
    "realtime_factor",
    "clips",
}
TIMES = ("tick_ms", "realtime_factor")

Json = dict[str, Any]


@pytest.fixture
def rollout(biped: Callable[..., Any]) -> Callable[..., Json]:
    """Runs half a second in the lcp engine unless told otherwise; returns the JSON."""

    def run(*options: str) -> Json:
        outcome = biped("rollout", "--engine", "lcp", "--seconds", "0.5", *options, "--json", "-")
        assert outcome.status == 0, outcome.stderr
        result: Json = json.loads(outcome.stdout)
        return result

    return run


def without_times(result: Json) -> Json:
    return {key: value for key, value in result.items() if key not in TIMES}


@pytest.mark.parametrize("engine", ["lcp", "dart"])
def test_documented_keys(rollout: Callable[..., Json], walk_parts: WalkParts, engine: str) -> None:
    result = rollout("--engine", engine)
    assert result.keys() >= KEYS
    assert result["tick_ms"].keys() == {"p50", "p99", "max"}
    assert result["lcp"].keys() >= {"solves", "failures", "max_residual"}
    assert result["fell"] is False
    assert result["survived_s"] == pytest.approx(0.5)
    assert result["distance_m"] == pytest.approx(0.5 * walk_parts.clips["walk"].speed_mps, rel=0.15)
    assert result["lcp"]["solves"] == 60
    assert result["lcp"]["failures"] == 0
    assert result["gamma"] == load_settings().gamma


def test_same_options_same_numbers(rollout: Callable[..., Json]) -> None:
    assert without_times(rollout("--seed", "5")) == without_times(rollout("--seed", "5"))


@pytest.mark.parametrize(
    "options",
    [
        ("--policy", "lqr"),
        ("--gamma", "0.05"),
        ("--seed", "1"),
        ("--push", "torso,40,0.1,0.2"),
        ("--engine", "dart"),
        ("--terrain", "slope", "--seconds", "2.5"),
    ],
    ids=lambda options: options[0],
)
def test_every_option_matters(rollout: Callable[..., Json], options: tuple[str, ...]) -> None:
    plain = rollout("--seconds", "2.5") if "--seconds" in options else rollout()
    assert rollout(*options)["mean_cost"] != plain["mean_cost"]


def test_a_fall_is_a_result(rollout: Callable[..., Json]) -> None:
    result = rollout("--seconds", "3", "--push", "torso,3000,0.3,0.5")
    assert result["fell"] is True
    assert 0.5 < result["survived_s"] < 2.0


def test_clip_from_a_file(rollout: Callable[..., Json], walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    save_clip(replace(walk_parts.clips["walk"], name="mine", start_hub="mine", end_hub="mine"), path)
    assert rollout("--clip", str(path))["mean_cost"] == rollout()["mean_cost"]


def test_clip_between_hubs(
    rollout: Callable[..., Json], cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name and as a file, with its hub beside it."""
    by_file = rollout("--clip", str(cut_walk / "detour.clip.npz"), "--seconds", "2.5")
    assert by_file["clips"] == {"one": 2, "detour": 1}
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    by_name = rollout("--clip", "detour", "--seconds", "2.5")
    assert by_name["state_digest"] == by_file["state_digest"]


def test_hub_of_a_clip_is_missing(biped: Callable[..., Any], cut_walk: Path, tmp_path: Path) -> None:
    path = tmp_path / "detour.clip.npz"
    path.write_bytes((cut_walk / path.name).read_bytes())
    complaint = biped("rollout", "--clip", str(path)).complaint
    for words in ("'detour' needs its hub 'one'", "no clip 'one'"):
        assert words in complaint


def test_for_people(biped: Callable[..., Any]) -> None:
    outcome = biped("rollout", "--engine", "lcp", "--seconds", "0.2")
    assert outcome.status == 0
    assert "walk 1 x" in outcome.stdout
    assert "no fall" in outcome.stdout
    assert "{" not in outcome.stdout


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--gamma", "-0.1"), ("gamma", "greater than or equal to 0")),
        (("--gamma", "nan"), ("gamma",)),
        (("--gamma", "much"), ("--gamma", "number")),
        (("--policy", "best"), ("best", "nqr, lqr")),
        (("--engine", "bullet"), ("bullet", "dart, lcp")),
        (("--clip", "dance"), ("dance", "walk", "biped motion import")),
        (("--clip", "./dance.npz"), ("dance.npz", "no such clip file")),
        (("--terrain", "moon"), ("moon", "flat, low_ledges, slope")),
        (("--seconds", "0"), ("seconds 0", "at least one tick")),
        (("--seconds", "-3"), ("seconds -3",)),
        (("--seconds", "inf"), ("seconds inf",)),
        (("--seed", "-1"), ("seed -1", "0 to 2147483647")),
        (("--push", "torso,50"), ("torso,50", "BODY,NEWTONS,SECONDS,PERIOD")),
        (("--push", "torso,strong,0.1,4"), ("BODY,NEWTONS,SECONDS,PERIOD",)),
        (("--push", "torso,-50,0.1,4"), ("positive",)),
        (("--push", "torso,50,4,0.1"), ("shorter than its period",)),
        (("--push", "tail,50,0.1,4"), ("'tail'", "torso")),
        (("--push", ""), ("--push is empty", "leave it out for none")),
        (("--scenario", ""), ("--scenario is empty", "leave it out for none")),
        (("--speed", "2"), ("--speed", "biped rollout --help")),
        (("fast",), ("fast", "biped rollout --help")),
    ],
    ids=lambda value: " ".join(value),
)
def test_bad_input(
    biped: Callable[..., Any], tmp_path: Path, options: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    target = tmp_path / "result.json"
    complaint = biped("rollout", *options, "--json", str(target)).complaint
    for words in expected:
        assert words in complaint
    assert list(tmp_path.iterdir()) == []


def test_clip_of_another_robot(biped: Callable[..., Any], walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    save_clip(replace(walk_parts.clips["walk"], robot="0123456789abcdef"), path)
    complaint = biped("rollout", "--clip", str(path)).complaint
    assert "0123456789abcdef" in complaint
    assert walk_parts.robot.fingerprint in complaint


def test_clip_of_another_rate(biped: Callable[..., Any], walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "slow.npz"
    save_clip(replace(walk_parts.clips["walk"], rate_hz=100.0), path)
    complaint = biped("rollout", "--clip", str(path)).complaint
    assert "100 Hz" in complaint
    assert "120 Hz" in complaint


def test_truncated_clip(biped: Callable[..., Any], walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "half.npz"
    save_clip(walk_parts.clips["walk"], path)
    path.write_bytes(path.read_bytes()[:5000])
    assert "half.npz" in biped("rollout", "--clip", str(path)).complaint


def test_engine_that_is_not_installed(biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("biped_control.simulation.dart")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "dartpy", None)
    complaint = biped("rollout").complaint
    assert "pip install dartpy" in complaint
    assert "lcp" in complaint


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  knee: {position: 10.0,", "  knee: {position: -10.0,", ("look_ahead", "knee.position", "-10.0")),
        ("  torso_location: 6.0\n", "", ("adaptation", "torso_location", "required")),
        ("look_ahead:", "look_around:", ("look_ahead",)),
    ],
    ids=["negative weight", "missing weight", "missing table"],
)
def test_broken_weights(
    biped: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    old: str,
    new: str,
    expected: tuple[str, ...],
) -> None:
    from biped_control.contact import weights as contact_weights
    from biped_control.policies import weights as policy_weights
    from biped_control.resources import share_path

    text = share_path("config/weights.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    broken = tmp_path / "weights.yaml"
    broken.write_text(text.replace(old, new), encoding="utf-8")
    for module in (contact_weights, policy_weights):
        monkeypatch.setattr(module, "share_path", lambda relative: broken)
    complaint = biped("rollout").complaint
    for words in (str(broken), *expected):
        assert words in complaint


def test_unexpected_errors_keep_their_traceback(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("biped_control.analysis.rollout_request.prepare", broken)
    with pytest.raises(ZeroDivisionError, match="a bug"):
        biped("rollout")


def test_ctrl_c_leaves_no_traceback_and_no_result(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("biped_control.analysis.rollout_request.prepare", interrupted)
    outcome = biped("rollout", "--json", str(tmp_path / "result.json"))
    assert outcome.status == 130
    assert outcome.stderr == ""
    assert list(tmp_path.iterdir()) == []
