"""The picture of many clips."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.library.picture import footprints, library_figure, stick_figure
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_of


def test_footprints_are_soles_where_the_feet_stand(robot: RobotModel, walk_parts: WalkParts) -> None:
    """Each is as large as the sole, and the next of the same foot lies one advance further."""
    clip = walk_parts.clips["walk"]
    sole = sole_of(robot, robot.limbs.right.foot)
    length, width = sole.toe_x - sole.heel_x, 2.0 * sole.half_width
    turned = replace(clip, positions=Placement(1.0, 2.0, 0.5).move(clip.positions))
    for each in (clip, turned):
        prints = footprints(robot, each)
        assert {foot: len(outlines) for foot, outlines in prints.items()} == {"right": 2, "left": 2}
        for outlines in prints.values():
            around = np.concatenate([outlines, outlines[:, :1]], axis=1)
            edges = np.linalg.norm(np.diff(around, axis=1), axis=2)
            np.testing.assert_allclose(edges[:, (0, 2)], width, rtol=0.01)
            np.testing.assert_allclose(edges[:, (1, 3)].max(axis=0), length, rtol=0.01)
            assert edges.max() <= length + 1e-9  # of a stance cut off by the clip's end the sole is tilted
    right, left = footprints(robot, clip)["right"], footprints(robot, clip)["left"]
    assert right.mean(axis=1)[0][1] < 0.0 < left.mean(axis=1)[0][1]
    step = right.mean(axis=1)[1] - right.mean(axis=1)[0]
    assert step == pytest.approx([clip.advance.x, 0.0], abs=0.1)


def test_a_stick_figure_is_as_tall_as_the_robot(robot: RobotModel, walk_parts: WalkParts) -> None:
    q = walk_parts.clips["walk"].positions[20]
    lines = stick_figure(robot, q)
    assert lines[:, :, 2].min() == pytest.approx(0.0, abs=0.02)
    assert 1.3 < lines[:, :, 2].max() < 2.0
    moved = stick_figure(robot, Placement(3.0, -1.0, 0.0).move(q))
    np.testing.assert_allclose(moved - lines, np.broadcast_to([3.0, -1.0, 0.0], lines.shape), atol=1e-12)


def test_two_panels_a_clip(robot: RobotModel, walk_parts: WalkParts) -> None:
    walk = walk_parts.clips["walk"]
    turn = replace(walk, advance=replace(walk.advance, yaw=0.5))
    figure = library_figure(robot, [walk, turn, walk, walk, walk])
    assert len(figure.axes) == 10
    _key, sheet = figure.subfigs
    titles = [cell.get_suptitle() for cell in sheet.subfigs]
    assert titles[0] == "walk\n1.1 s, 1.20 m/s"
    assert titles[1] == "walk\n1.1 s, 1.20 m/s, 29 degrees"


@pytest.mark.parametrize("clips", [1, 5])
def test_the_key_lies_within_the_picture_and_says_every_colour(
    robot: RobotModel, walk_parts: WalkParts, clips: int
) -> None:
    name = "a_capture_of_a_turn_with_a_long_name"
    walk = replace(walk_parts.clips["walk"], name=name, start_hub=name, end_hub=name)
    figure = library_figure(robot, [walk] * clips)
    FigureCanvasAgg(figure).draw()
    head, sheet = figure.subfigs
    (key,) = head.legends
    words = [text.get_text() for text in key.get_texts()]
    assert words == ["right sole", "left sole", "path of the pelvis", "the next clip begins"]
    titles = [text for cell in sheet.subfigs[:clips] for text in cell.texts]
    for inside, drawn in [(head, key), *((sheet, title) for title in titles)]:
        box, room = drawn.get_window_extent(), inside.bbox
        assert (room.x0 <= box.x0, box.x1 <= room.x1, room.y0 <= box.y0, box.y1 <= room.y1) == (True,) * 4
    assert {panel.get_xlabel() for panel in figure.axes[1::2]} == {"forward [m]"}
    assert {panel.get_ylabel() for panel in figure.axes[1::2]} == {"to the left [m]"}
