"""A table of claims that costs nothing to measure."""

import importlib
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def toy_table(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The class; processes that are started find it, too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("toy_table").ToyTable
