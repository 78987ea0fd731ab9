"""Fields that several messages have."""

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.nodes.message_fields import time_of_tick


def test_time_of_a_tick_is_exact() -> None:
    """120 ticks are one second, however many went before."""
    stamp = time_of_tick(120 * 86_400 + 1, 120.0)
    assert (stamp.sec, stamp.nanosec) == (86_400, 8_333_333)
