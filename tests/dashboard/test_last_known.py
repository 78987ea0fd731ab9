"""Numbers that come and go."""

from biped_control.dashboard.last_known import LastKnown
from biped_control.dashboard.snapshot import LiveNumbers


def test_what_a_snapshot_lacks_is_what_was_known_a_moment_ago() -> None:
    known = LastKnown()
    known.fill(LiveNumbers(time_s=1.0, clip="walk", tick_cost=0.1, heading_wanted=1.0), now=10.0)
    filled = known.fill(LiveNumbers(time_s=1.1, tick_cost=0.2), now=10.5)
    assert (filled.time_s, filled.clip, filled.tick_cost) == (1.1, "walk", 0.2)
    assert filled.heading_wanted is None, "nobody steers any more"


def test_what_stays_away_is_unknown_again() -> None:
    known = LastKnown()
    known.fill(LiveNumbers(time_s=1.0, clip="walk"), now=10.0)
    for now, clip in ((10.4, "walk"), (10.9, "walk"), (11.1, None)):
        assert known.fill(LiveNumbers(time_s=1.0), now).clip == clip


def test_nothing_is_known_of_another_run() -> None:
    known = LastKnown()
    known.fill(LiveNumbers(time_s=1.0, tick_cost=0.1), now=10.0)
    assert known.fill(LiveNumbers(time_s=0.0), now=10.1).tick_cost is None
