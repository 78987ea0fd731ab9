"""Numbers as HTML."""

import re

import numpy as np

from biped_control.dashboard.panels.numbers_panel import numbers_html
from biped_control.dashboard.snapshot import LiveNumbers, TorquePeak, hardest_working
from biped_control.robot.model import RobotModel


def text_of(numbers: LiveNumbers) -> str:
    """What a reader sees."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", numbers_html(numbers)))


def test_what_is_known_is_shown_with_its_unit() -> None:
    numbers = LiveNumbers(
        time_s=12.34,
        speed_mps=1.18,
        distance_m=14.5,
        mean_cost=0.0612,
        torque=TorquePeak("l_knee_pitch", -84.0, 300.0),
        round_trip_ms=1.234,
        lcp_contacts=4,
        missed_ticks=0,
    )
    text = text_of(numbers)
    for part in ("12.3 s", "1.18 m/s", "14.5 m", "0.061", "l_knee_pitch 84 of 300 N m", "1.2, &ndash; ms"):
        assert part in text
    assert "on its feet" in text
    assert "LCP contacts 4 " in text
    assert "missed ticks 0" in text


def test_what_is_unknown_is_a_dash_and_not_a_zero() -> None:
    text = text_of(LiveNumbers())
    assert text.count("&ndash;") == 14
    assert "0" not in text.replace("p50", "")


def test_a_fallback_of_the_contact_solver_shows() -> None:
    assert "4 (fallback)" in text_of(LiveNumbers(lcp_contacts=4, lcp_solved=False))
    assert "fallback" not in text_of(LiveNumbers(lcp_contacts=4, lcp_solved=True))


def test_a_fault_is_shown_as_text_not_as_markup() -> None:
    html = numbers_html(LiveNumbers(fault="no <b>torque</b>", clip="<i>", activity="fallen"))
    assert "no &lt;b&gt;torque&lt;/b&gt;" in html
    assert "<i>" not in html
    assert "fallen" in html


def test_nothing_below_moves_whatever_is_known() -> None:
    """As many boxes, none of which grows with its text, before the first tick as with a long fault."""
    long = "no joint torque " * 20
    peak = TorquePeak("j", 1.0, 2.0)

    def boxes(numbers: LiveNumbers) -> list[str]:
        styles = re.findall(r'<div [^>]*style="([^"]*)"', numbers_html(numbers))
        return [re.sub(r"(?:(?:^|;)(?:color|background):[^;]*|width:\d+%)", "", style) for style in styles]

    unknown = boxes(LiveNumbers())
    assert boxes(LiveNumbers(clip=long, operator=long, torque=peak)) == unknown
    assert boxes(LiveNumbers(fault=long)) == unknown
    for box in unknown[1:]:
        assert "white-space:nowrap" in box or re.search(r"(?:^|;)height:", box)
    assert long.strip() in text_of(LiveNumbers(fault=long, operator="joy steers"))
    assert "joy steers" not in text_of(LiveNumbers(fault=long, operator="joy steers"))


def test_the_bar_stays_inside_its_frame() -> None:
    assert "width:100%" in numbers_html(LiveNumbers(torque=TorquePeak("j", 500.0, 250.0)))
    assert "width:20%" in numbers_html(LiveNumbers(torque=TorquePeak("j", -50.0, 250.0)))


def test_the_hardest_working_joint_is_nearest_to_its_limit(robot: RobotModel) -> None:
    torques = np.zeros(robot.nu)
    torques[robot.joint_index["l_hip_pitch"]] = 100.0  # of 300
    torques[robot.joint_index["r_elbow_pitch"]] = -40.0  # of 60
    peak = hardest_working(robot, torques)
    assert (peak.joint, peak.torque, peak.limit) == ("r_elbow_pitch", -40.0, 60.0)
