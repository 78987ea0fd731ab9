"""What is wrong with a plan is found before any rollout begins."""

from pathlib import Path

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.sweep.plan import sweep_plan
from biped_control.analysis.sweep.readiness import make_ready
from biped_control.errors import BipedError


def announce(what: str, how_far: str) -> None: ...


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"scenario": "none,nose"}, "did you mean 'noise'"),
        ({"policy": "nqr,lqp"}, "did you mean 'lqr'"),
        ({"engine": "lcp,drat"}, "did you mean 'dart'"),
        ({"clip": "walk,wlak"}, "did you mean 'walk'"),
        ({"gamma": "0.01,-1"}, "gamma"),
        ({"seed": "3,-2"}, "seed -2"),
        ({"seed": "3,9223372036854775808"}, "seed 9223372036854775808"),
        ({"seconds": 0.0}, "at least one tick"),
        ({"engine": "dart,lcp", "scenario": "none,patch"}, "patch"),
    ],
)
def test_bad_plans(walk_parts: WalkParts, options: dict[str, object], expected: str) -> None:
    with pytest.raises(BipedError, match=expected):
        make_ready(sweep_plan({"engine": "lcp"} | options), announce)


def test_too_steep(walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text("terrain: {kind: slope, degrees: 20}\nfriction: 0.3\n")
    with pytest.raises(BipedError, match="no foot can stand there"):
        make_ready(sweep_plan({"engine": "lcp", "scenario": str(path)}), announce)


def test_good_plan(walk_parts: WalkParts) -> None:
    make_ready(sweep_plan({"engine": "lcp", "scenario": "none,noise", "policy": "nqr,lqr"}), announce)
