"""Tables and results that cost nothing to measure."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_table import EnduranceTable


@pytest.fixture
def toy_table(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The class; processes that are started find it, too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("toy_table").ToyTable


@pytest.fixture
def endured() -> Callable[..., dict[str, Endured]]:
    """Results of all runs of a table with known answers: which of them fell, and at which cost."""

    def answer(
        table: EnduranceTable,
        fell: Callable[[EnduranceTask], bool],
        cost: Callable[[EnduranceTask], float] = lambda task: 1.0 / (1.0 + task.gamma),
    ) -> dict[str, Endured]:
        return {
            name: Endured(task, fell(task), 5.0 if fell(task) else task.seconds, cost(task))
            for name, task in table._runs.items()
        }

    return answer
