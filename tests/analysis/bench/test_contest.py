"""Who wins is not tested; that everybody is judged alike is."""

from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.contest import contest, spread
from biped_control.analysis.bench.picture import solver_figure, write_solver_picture
from biped_control.analysis.bench.rivals.field import Rival
from biped_control.robot.state import FloatArray

PROBLEMS = [
    ContactProblem(np.eye(3 * contacts), np.tile([-1.0, 0.0, 0.0], contacts), contacts, 0.5)
    for contacts in (0, 1, 2, 2, 1, 0, 2)
]


def right(problem: ContactProblem) -> FloatArray:
    return -problem.velocity


def wrong(problem: ContactProblem) -> FloatArray:
    return -0.9 * problem.velocity


def nearly(problem: ContactProblem) -> FloatArray:
    return -(1.0 - 5e-6) * problem.velocity


def nothing(problem: ContactProblem) -> FloatArray | None:
    return right(problem) if problem.contacts == 1 else None


@pytest.fixture(scope="module")
def rows() -> list[dict[str, object]]:
    rivals = (Rival("right", right), Rival("wrong", wrong, note="on purpose"), Rival("nothing", nothing))
    return contest(spread(PROBLEMS, 100), rivals, "small ones")


def test_judgement(rows: list[dict[str, object]]) -> None:
    found = {(row["solver"], row["contacts"]): row for row in rows}
    assert {row["problems"] for row in rows} == {"small ones"}
    for contacts, samples in ((1, 2), (2, 3)):
        assert found["right", contacts]["samples"] == samples
        assert found["right", contacts]["failures"] == 0
        assert found["right", contacts]["residual_max"] == 0.0
        assert found["wrong", contacts]["failures"] == samples
        assert found["wrong", contacts]["residual_p50"] == pytest.approx(0.1)
        assert found["wrong", contacts]["note"] == "on purpose"
    assert found["nothing", 1]["failures"] == 0
    assert found["nothing", 2]["failures"] == 3
    assert found["nothing", 2]["residual_max"] is None


def test_nearly_is_not_solved() -> None:
    rows = contest(spread(PROBLEMS, 100), [Rival("nearly", nearly)], "small ones")
    assert all(row["failures"] == row["samples"] for row in rows)


def test_a_choice_is_spread_over_all() -> None:
    many = [ContactProblem(np.eye(3), np.full(3, float(k)), 1, 0.5) for k in range(11)]
    assert [problem.velocity[0] for problem in spread(many, 3)] == [0.0, 5.0, 10.0]
    assert len(spread(PROBLEMS, 100)) == 5  # those without contacts have nothing to solve
    assert spread([], 5) == []


def test_picture(rows: list[dict[str, object]], tmp_path: Path) -> None:
    many = [row | {"samples": 50} for row in rows]
    figure = solver_figure([*many, *(row | {"problems": "others"} for row in many)])
    assert [axes.get_title() for axes in figure.axes] == [
        "contact problems, small ones",
        "contact problems, others",
    ]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["right", "wrong", "nothing"]
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "white"]
    assert len(hollow) == 3  # wrong twice, nothing for two contacts
    path = tmp_path / "solvers.png"
    write_solver_picture(many, path)
    assert path.read_bytes().startswith(b"\x89PNG")
