"""No garbage collection inside a measured loop."""

import gc

import pytest

from biped_control.analysis.steady_process import steady_process


def test_collector_rests_and_comes_back() -> None:
    assert gc.isenabled()
    frozen = gc.get_freeze_count()
    with steady_process():
        assert not gc.isenabled()
        assert gc.get_freeze_count() > frozen
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_collector_comes_back_after_a_failure() -> None:
    with pytest.raises(KeyError), steady_process():
        raise KeyError
    assert gc.isenabled()
