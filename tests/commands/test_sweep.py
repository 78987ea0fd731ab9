"""`biped sweep`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from killed_command import kill_when

QUICK = ("--engine", "lcp", "--seconds", "0.1", "--workers", "1")


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return list(pq.read_table(folder / "results.parquet").to_pylist())


def test_killed_in_the_middle_it_goes_on(biped: Callable[..., Any], tmp_path: Path) -> None:
    """A process killed without warning; then the same in this one."""
    out = tmp_path / "out"
    options = ("sweep", *QUICK, "--policy", "nqr,lqr", "--seed", "1:12", "--out", str(out))
    kill_when(lambda: any(out.glob("rows/*.parquet")), *options)
    finished = [row for path in out.glob("rows/*.parquet") for row in pq.read_table(path).to_pylist()]
    assert 1 <= len(finished) < 24
    outcome = biped(*options, "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert (result["rollouts"], result["earlier"]) == (24, len(finished))
    rows = rows_of(out)
    assert all(row in rows for row in finished)  # with the seconds that they took then
    assert len({row["state_digest"] for row in rows}) == 24


def test_documented_keys_and_the_same_walk_as_a_rollout(biped: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ("sweep", *QUICK, "--gamma", "0.01", "--seed", "3:4", "--out", str(out), "--json", "-")
    outcome = biped(*options)
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert result.keys() == {
        *("rollouts", "earlier", "survived", "conditions", "failures", "seconds", "results", "page"),
        *("pictures", "command", "options", "machine", "versions"),
    }
    assert (result["rollouts"], result["earlier"], result["survived"]) == (2, 0, 2)
    (condition,) = result["conditions"]
    assert (condition["policy"], condition["gamma"], condition["rollouts"]) == ("nqr", 0.01, 2)
    assert all(Path(path).is_file() for path in (result["page"], *result["pictures"].values()))
    assert f"{result['command']} --out {out}</pre>" in Path(result["page"]).read_text()

    alone = biped(
        *("rollout", "--engine", "lcp", "--seconds", "0.1", "--gamma", "0.01", "--seed", "4", "--json", "-")
    )
    assert json.loads(alone.stdout)["state_digest"] == rows_of(out)[1]["state_digest"]

    before = (out / "results.parquet").read_bytes()
    again = json.loads(biped(*options).stdout)
    assert (again["rollouts"], again["earlier"]) == (2, 2)
    assert (out / "results.parquet").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--scenario", "nose"), ("'nose'", "did you mean 'noise'")),
        (("--seed", "1:3,2"), ("2 stands there twice",)),
        (("--policy", ","), ("no value",)),
        (("--scheduler", "here"), ("--scheduler here", "tcp://host:8786")),
        (("plan.yaml",), ("plan.yaml", "no such file")),
        (("--workers", "0"), ("--workers",)),
    ],
    ids=lambda value: " ".join(value),
)
def test_bad_input(
    biped: Callable[..., Any], tmp_path: Path, options: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    complaint = biped("sweep", *QUICK[:4], *options, "--out", str(tmp_path / "out")).complaint
    for words in expected:
        assert words in complaint


@pytest.mark.parametrize("options", [("--seconds", "-1"), ("--policy", "foo"), ("--scenario", "nose")])
def test_what_is_refused_leaves_no_folder(
    biped: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert options[1] in biped("sweep", *QUICK[:2], *options, "--out", str(tmp_path / "out")).complaint
    assert not (tmp_path / "out").exists()


def test_what_it_needs_is_not_installed(biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biped_control.commands.packages.find_spec", lambda name: None)
    assert "pip install 'biped-control[sweep]'" in biped("sweep").complaint
