"""`biped library build`, `list` and `show`."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import dynamics_residual

CLIP_KEYS = {"name", "frames", "residual", "seconds_to_build"}


@pytest.fixture
def own_library(library_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the built walk, to be changed at will; other tests may have built other clips, too."""
    folder = tmp_path / "own"
    folder.mkdir()
    for path in library_folder.glob("walk.*"):
        shutil.copy2(path, folder)
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    return folder


def result_of(outcome: Any) -> Any:
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_build_again_and_not(biped: Callable[..., Any], own_library: Path) -> None:
    def files() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in own_library.glob("walk.*")}

    before = files()
    (clip,) = result_of(biped("library", "build", "walk", "--json", "-"))["clips"]
    assert clip.keys() >= CLIP_KEYS
    assert clip["cached"] is True
    assert clip["residual"] < 1e-6
    assert files() == before
    (again,) = result_of(biped("library", "build", "walk", "--again", "--json", "-"))["clips"]
    assert again["cached"] is False
    assert again["seconds_to_build"] > 0.0
    assert again["residual"] == clip["residual"]
    changed = {name for name, time in files().items() if time != before[name]}
    assert any(name.endswith(".clip.npz") for name in changed)
    assert not any(name.endswith(".gains.npz") for name in changed)  # the clip came out the same


def test_gains_are_built_with_the_clip(biped: Callable[..., Any], own_library: Path) -> None:
    (own_library / "walk.gains.npz").unlink()
    result_of(biped("library", "build", "walk", "--json", "-"))
    with np.load(own_library / "walk.gains.npz") as table:
        assert table["gains"].shape[0] == table["velocity_rows"].shape[0]


def test_list_builds_nothing(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    monkeypatch.setenv("BIPED_LIBRARY", str(empty))
    clips = {clip["name"]: clip for clip in result_of(biped("library", "list", "--json", "-"))["clips"]}
    assert clips["walk"].keys() >= CLIP_KEYS
    assert clips["walk"]["ready"] is False
    assert clips["walk"]["frames"] is None
    assert not empty.exists()


def test_list(biped: Callable[..., Any], own_library: Path, walk_parts: WalkParts) -> None:
    (own_library / "broken.clip.npz").write_bytes(b"PK\x03\x04 and nothing else")
    clips = {clip["name"]: clip for clip in result_of(biped("library", "list", "--json", "-"))["clips"]}
    walk = walk_parts.clips["walk"]
    assert clips["walk"]["frames"] == walk.steps
    assert clips["walk"]["speed_mps"] == pytest.approx(walk.speed_mps)
    assert clips["walk"]["residual"] == pytest.approx(dynamics_residual(walk_parts.robot, walk))
    assert clips["walk"]["problem"] is None
    assert "broken.clip.npz" in clips["broken"]["problem"]
    assert clips["broken"]["frames"] is None


def test_show(biped: Callable[..., Any], walk_parts: WalkParts, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    shown = result_of(biped("library", "show", "walk", "--plots", str(folder), "--json", "-"))
    walk = walk_parts.clips["walk"]
    assert shown.keys() >= CLIP_KEYS
    assert shown["max_torque_nm"] == pytest.approx(np.abs(walk.torques).max())
    # What the default walk has to reach.
    assert max(shown["norms"]["angle_error_deg"].values()) <= 8.0
    assert 1.1 <= shown["speed_mps"] <= 1.4
    assert 1.0 <= shown["norms"]["first_peak_bw"] <= 1.4
    assert 1.0 <= shown["norms"]["second_peak_bw"] <= 1.4
    assert shown["norms"]["departures"] == []
    assert sorted(shown["plots"]) == sorted(str(path) for path in folder.iterdir())
    for path in shown["plots"]:
        picture = imread(path)
        assert picture.shape[0] > 300
        assert picture.std() > 0.05  # something is drawn


def test_show_without_plots(
    biped: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = biped("library", "show", "walk", "--no-plots")
    assert outcome.status == 0
    assert "body weights" in outcome.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [("build", "walk", "dance"), ("show", "dance")], ids=lambda c: c[0])
def test_unknown_clip(
    biped: Callable[..., Any], own_library: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    target = tmp_path / "result.json"
    complaint = biped("library", *command, "--json", str(target)).complaint
    assert "'dance'" in complaint
    assert "walk" in complaint
    assert not target.exists()


def test_pictures_that_cannot_be_written(biped: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "--plots" in biped("library", "show", "walk", "--plots", str(tmp_path / "file")).complaint


FAMILY: dict[str, dict[str, object]] = {
    "one": {},
    "two": {},
    "one_to_two": {"start": "one", "end": "two"},
    "detour": {"start": "one", "end": "one"},
}
"""Two hubs and two clips between them."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the family is kept once it is built."""
    return tmp_path_factory.mktemp("family") / "library"


@pytest.fixture
def family(biped: Callable[..., Any], copied_clips: Callable[..., Path], kept: Path) -> str:
    """Recipe file of a family that is built."""
    recipes, library = str(copied_clips(FAMILY)), os.environ["BIPED_LIBRARY"]
    if not kept.exists():
        assert biped("library", "build", *FAMILY, "--recipes", recipes).status == 0
        shutil.copytree(library, kept)
    else:
        shutil.copytree(kept, library)
    return recipes


def test_a_family_of_clips(biped: Callable[..., Any], copied_clips: Callable[..., Path]) -> None:
    recipes = str(copied_clips(FAMILY))
    result = result_of(biped("library", "build", "one_to_two", "detour", "--recipes", recipes, "--json", "-"))
    clips = {clip["name"]: clip for clip in result["clips"]}
    assert list(clips)[-2:] != ["one", "two"]
    assert set(clips) == set(FAMILY)  # the hubs were needed
    assert result["failures"] == []
    for name, clip in clips.items():
        assert clip["cached"] is False
        assert clip["good"] is True
        assert clip["residual"] < 1e-6
        assert clip["start_hub"] == FAMILY[name].get("start", name)
        assert clip["checks"]["friction"]["limit"] == pytest.approx(0.8, abs=1e-3)
    library = Path(os.environ["BIPED_LIBRARY"])
    assert {path.name for path in library.glob("*.gains.npz")} == {f"{name}.gains.npz" for name in FAMILY}

    # A note in the recipe of one hub: that hub and what leads to it are built anew, the rest stays.
    copied_clips(FAMILY | {"two": {"note": "changed"}})
    listed = {clip["name"]: clip for clip in listed_clips(biped, recipes)}
    assert {name for name in FAMILY if listed[name]["stale"]} == {"two", "one_to_two"}
    again = result_of(biped("library", "build", *FAMILY, "--recipes", recipes, "--json", "-"))["clips"]
    assert {clip["name"] for clip in again if not clip["cached"]} == {"two", "one_to_two"}


def listed_clips(biped: Callable[..., Any], recipes: str) -> list[dict[str, Any]]:
    clips: list[dict[str, Any]] = result_of(biped("library", "list", "--recipes", recipes, "--json", "-"))[
        "clips"
    ]
    return clips


def test_failures_stop_only_what_needs_them(
    biped: Callable[..., Any], family: str, copied_clips: Callable[..., Path], tmp_path: Path
) -> None:
    recipes = family
    copied_clips(
        FAMILY
        | {
            "two": {"torque_factor": 1.01},
            "detour": {"start": "one", "end": "one", "mishap": "killed"},
            "two_to_one": {"start": "one", "end": "oen"},
        }
    )
    names = (*FAMILY, "two_to_one")
    target = tmp_path / "result.json"
    outcome = biped("library", "build", *names, "--recipes", recipes, "--json", str(target))
    assert outcome.status == 1
    result = json.loads(target.read_text(encoding="utf-8"))
    assert [clip["name"] for clip in result["clips"]] == ["one"]
    problems = {failure["name"]: failure["problem"] for failure in result["failures"]}
    assert "at 'two': clip 'two' is not kept: dynamics residual" in problems["two"]
    assert problems["one_to_two"] == "not tried, because two could not be done"
    assert "SIGKILL" in problems["detour"]
    assert "my_clips.yaml: at 'two_to_one.end': no clip 'oen'" in problems["two_to_one"]
    log = outcome.stderr.splitlines()
    assert log[:-4] == [line for line in log if re.search(r"\(\d of \d\)$", line)]
    assert {line.split(": ")[1] for line in log[-4:]} == set(problems)

    # What was good before is still there, marked as what it is.
    listed = {clip["name"]: clip for clip in listed_clips(biped, recipes)}
    assert {name for name in names if listed[name]["stale"]} == {"two", "one_to_two", "detour"}
    assert listed["one"]["state"] == "built"
    assert listed["two"]["state"] == "stale"
    assert listed["two"]["frames"] is not None
    assert listed["two_to_one"]["state"] == "not built"
    assert "dynamics residual" in listed["two"]["problem"]
    text = biped("library", "list", "--recipes", recipes).stdout
    assert "stale" in text
    assert "no clip 'oen'" in " ".join(text.split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_nothing(
    copied_clips: Callable[..., Path], tmp_path: Path, number: signal.Signals
) -> None:
    recipes = copied_clips({"one": {"mishap": "stuck"}})
    started = tmp_path / "started"
    environment = os.environ | {
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "BIPED_TEST_STARTED": str(started),
    }
    command = "import copied_clips; from biped_control.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", command, "library", "build", "one", "--recipes", str(recipes)],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None and not (started.is_file() and started.read_text()):
            time.sleep(0.05)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60.0)
    assert process.returncode == 128 + number, errors
    assert errors == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)
    library = Path(os.environ["BIPED_LIBRARY"])
    assert not library.exists() or list(library.iterdir()) == []


def test_bad_recipe_files(biped: Callable[..., Any], copied_clips: Callable[..., Path]) -> None:
    recipes = copied_clips({"one": {"fiel": "x"}})
    complaint = biped("library", "build", "one", "--recipes", str(recipes)).complaint
    assert "my_clips.yaml: at 'one.fiel'" in complaint
    assert "gone.yaml" in biped("library", "list", "--recipes", "gone.yaml").complaint
    circle = {"a": {"start": "b", "end": "b"}, "b": {"start": "a", "end": "a"}}
    assert "in a circle" in biped("library", "show", "a", "--recipes", str(copied_clips(circle))).complaint
    recipes = copied_clips({"one": {"file": "takes/gone.npz"}})
    outcome = biped("library", "build", "one", "--recipes", str(recipes))
    assert outcome.status == 1
    assert f"at 'one.file': no file {recipes.parent / 'takes/gone.npz'}" in outcome.stderr
    assert "jobs 0" in biped("library", "build", "one", "--recipes", str(recipes), "--jobs", "0").complaint


def test_track(biped: Callable[..., Any], family: str, copied_clips: Callable[..., Path]) -> None:
    recipes = family
    track = ("library", "track", "one", "detour", "--recipes", recipes, "--seconds", "2.5", "--json", "-")
    tracked = result_of(biped(*track))
    assert [clip["name"] for clip in tracked["clips"]] == ["one", "detour"]
    for clip in tracked["clips"]:
        assert [(row["engine"], row["policy"]) for row in clip["tracking"]] == [
            ("dart", "nqr"),
            ("lcp", "nqr"),
        ]
        for row in clip["tracking"]:
            assert row["fell"] is False
            assert row["survived_s"] == pytest.approx(2.5)
            assert row["mean_cost"] > 0.0
            assert row["speed_mps"] == pytest.approx(1.2, abs=0.1)
    assert tracked["clips"][0]["tracking"][0]["played"] == 3
    assert tracked["clips"][1]["tracking"][0]["played"] == 1  # between two cycles of its hub

    listed = {clip["name"]: clip for clip in listed_clips(biped, recipes)}
    assert listed["detour"]["tracking"] == tracked["clips"][1]["tracking"]
    first, second, *_ = biped("library", "list", "--recipes", recipes).stdout.splitlines()
    assert first.split() == ["speed", "turn", "residual", "nqr", "nqr", "build"]
    assert second.split() == ["clip", "frames", "m/s", "deg", "N", "rules", "dart", "lcp", "s", "state"]
    shown = result_of(biped("library", "show", "detour", "--no-plots", "--recipes", recipes, "--json", "-"))
    assert shown["tracking"] == listed["detour"]["tracking"]
    # Known results are not computed again; they hold until something changes.
    assert result_of(biped(*track))["clips"] == tracked["clips"]
    copied_clips(FAMILY | {"detour": {**FAMILY["detour"], "note": "changed"}})
    counts = {clip["name"]: len(clip["tracking"]) for clip in listed_clips(biped, recipes)}
    assert (counts["one"], counts["detour"]) == (2, 0)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--engines", "dart,bullet"), "unknown engine 'bullet'; expected some of dart, lcp"),
        (("--policies", "pd"), "unknown policy 'pd'; expected some of nqr, lqr"),
        (("--seconds", "0"), "seconds 0"),
        (("--gamma", "-1"), "gamma"),
        (("--jobs", "0"), "jobs 0"),
        (("dance",), "no clip 'dance'"),
    ],
)
def test_bad_tracking_requests(biped: Callable[..., Any], options: tuple[str, ...], complaint: str) -> None:
    assert complaint in biped("library", "track", *options).complaint


def test_show_all(biped: Callable[..., Any], own_library: Path, tmp_path: Path) -> None:
    shown = result_of(biped("library", "show", "--plots", str(tmp_path / "pictures"), "--json", "-"))
    assert shown["clips"] == ["walk"]
    assert shown["plots"] == [str(tmp_path / "pictures" / "library.png")]
    picture = imread(shown["plots"][0])
    assert min(picture.shape[:2]) > 200
    assert picture.std() > 0.05


def test_show_all_of_nothing(
    biped: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path / "empty"))
    assert "no clip is built" in biped("library", "show").complaint
