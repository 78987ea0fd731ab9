"""One thread for the numeric libraries, unless the user wants more."""

import os

import pytest

from biped_control.threads import use_one_thread


def test_the_users_choice_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"OPENBLAS_NUM_THREADS": "3"}
    monkeypatch.setattr(os, "environ", environment)
    use_one_thread()
    assert environment["OPENBLAS_NUM_THREADS"] == "3"
    assert environment["OMP_NUM_THREADS"] == environment["NUMBA_NUM_THREADS"] == "1"
