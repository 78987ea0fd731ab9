"""`biped doctor`."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from biped_control.doctor.check import Check

OK = Check("numpy", "ok", "2.0")
WARNING = Check("viser", "warning", "not found", "pip install viser")
MISSING = Check("pin", "missing", "not found", "make env")


@pytest.mark.parametrize(("checks", "status"), [((OK, WARNING), 0), ((OK, MISSING), 1)])
def test_status_and_json(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, checks: tuple[Check, ...], status: int
) -> None:
    def examine() -> Iterator[Check]:
        yield from checks

    monkeypatch.setattr("biped_control.doctor.examination.examine", examine)
    outcome = biped("doctor", "--json", "-")
    assert outcome.status == status
    found = json.loads(outcome.stdout)["checks"]
    assert [check["status"] for check in found] == [check.status for check in checks]
    for_people = biped("doctor").stdout
    for check in checks:
        assert check.name in for_people
        assert check.advice in for_people
