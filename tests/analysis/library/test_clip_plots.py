"""Pictures of a clip."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.library.clip_plots import (
    angles_figure,
    contacts_figure,
    forces_figure,
    motion_figure,
    torques_figure,
    write_clip_plots,
)
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.gaits.gait_norms import LEG_JOINTS, compare_with_norms, load_gait_norms


def test_angles_beside_the_norm(walk_parts: WalkParts) -> None:
    """The curves drawn are as far from the norm drawn as the comparison says."""
    robot, clip, norms = walk_parts.robot, walk_parts.clips["walk"], load_gait_norms()
    figure = angles_figure(robot, clip, norms)
    errors = compare_with_norms(robot, clip, norms).angle_error_deg
    for panel, joint in zip(figure.axes, LEG_JOINTS, strict=True):
        norm, right, left = (np.array(line.get_xydata()) for line in panel.get_lines())
        distances = [curve[:, 1] - np.interp(curve[:, 0], norm[:, 0], norm[:, 1]) for curve in (right, left)]
        assert np.sqrt(np.mean(np.square(distances))) == pytest.approx(errors[joint], abs=0.1)


def test_forces_in_body_weights(walk_parts: WalkParts) -> None:
    """Averaged over a cycle the ground carries the robot's weight."""
    figure = forces_figure(walk_parts.robot, walk_parts.clips["walk"])
    right, left, both = (np.array(line.get_ydata()) for line in figure.axes[0].get_lines())
    np.testing.assert_allclose(right + left, both, atol=1e-12)
    assert both.mean() == pytest.approx(1.0, abs=0.01)


def test_friction_is_what_the_check_says(walk_parts: WalkParts) -> None:
    robot, clip = walk_parts.robot, walk_parts.clips["walk"]
    curves = [np.array(line.get_ydata()) for line in forces_figure(robot, clip).axes[2].get_lines()]
    assert max(curve.max() for curve in curves[:2]) == pytest.approx(
        check_clip(robot, clip, {})["friction"].value
    )
    assert set(curves[2]) == {0.8}


def test_angles_of_what_is_no_gait(walk_parts: WalkParts) -> None:
    """A walk drawn over time holds the same angles as the one drawn over the cycle."""
    robot, clip, norms = walk_parts.robot, walk_parts.clips["walk"], load_gait_norms()
    over_time = [panel.get_lines()[0] for panel in motion_figure(robot, clip).axes]
    over_cycle = [panel.get_lines()[1] for panel in angles_figure(robot, clip, norms).axes]
    for plain, cycle in zip(over_time, over_cycle, strict=True):
        np.testing.assert_allclose(np.sort(plain.get_ydata()), np.sort(cycle.get_ydata()))
        assert np.array(plain.get_xdata())[-1] == pytest.approx((clip.steps - 1) * clip.dt)


def test_torques_between_their_limits(walk_parts: WalkParts) -> None:
    robot, clip = walk_parts.robot, walk_parts.clips["walk"]
    panels = [panel for panel in torques_figure(robot, clip).axes if panel.get_visible()]
    assert [panel.get_title() for panel in panels] == list(robot.joint_names)
    for panel, limit in zip(panels, robot.effort_limits, strict=True):
        torque, *bounds = (np.array(line.get_ydata()) for line in panel.get_lines())
        assert {float(bound[0]) for bound in bounds} == {-limit, limit}
        assert np.abs(torque).max() <= limit


def test_contacts(walk_parts: WalkParts) -> None:
    """The bars cover as much time as the points touch, also at the edges of the clip."""
    clip = walk_parts.clips["walk"]
    contacts = clip.contacts.copy()
    contacts[:, 0], contacts[:, 1] = True, False
    figure = contacts_figure(replace(clip, contacts=contacts))
    for row, bars in enumerate(figure.axes[0].collections):
        widths = [path.get_extents().width for path in bars.get_paths()]
        assert sum(widths) == pytest.approx(contacts[:, row].sum() * clip.dt)


def test_unfinished_pictures_leave_nothing(
    walk_parts: WalkParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", failing)
    with pytest.raises(OSError, match="disk full"):
        write_clip_plots(walk_parts.robot, walk_parts.clips["walk"], load_gait_norms(), tmp_path)
    assert list(tmp_path.iterdir()) == []
