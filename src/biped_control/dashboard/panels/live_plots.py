"""Plots of the last seconds: heading, tracking cost, a torque, foot loads, computing times."""

from dataclasses import dataclass
from math import degrees, remainder

import numpy as np
from viser import GuiUplotHandle, Icon, ViserServer, uplot

from biped_control.dashboard.foot_loads import FootLoad
from biped_control.dashboard.panels.history import History
from biped_control.dashboard.panels.steady_range import Range, steady_range
from biped_control.dashboard.snapshot import Snapshot
from biped_control.robot.chain_root import YAW
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

SECONDS = 10.0
_WIDTH_PX, _HEIGHT_PX = 290, 100
_BLUE, _ORANGE, _GREY = "#1c7ed6", "#f08c00", "#adb5bd"
_HEADING_ROOM_DEG = 10.0


@dataclass(frozen=True)
class _Plot:
    title: str
    lines: tuple[tuple[str, str], ...]  # label and colour


_HEADING = _Plot("heading [deg]", (("wanted", _BLUE), ("actual", _ORANGE)))
_COST = _Plot("tracking cost", (("cost", _BLUE),))
_LOADS = _Plot("vertical foot load [N]", (("right", _ORANGE), ("left", _BLUE)))
_TIMES = _Plot("time of a tick [ms]", (("policy", _BLUE), ("adaptation", _ORANGE), ("round trip", _GREY)))
_PLOTS = (_HEADING, _COST, _LOADS, _TIMES)
_TORQUE = _Plot("torque [N m]", (("torque", _BLUE), ("limit", _GREY), ("limit", _GREY)))


class LivePlots:
    """Adds a panel with the plots to the page. Only what is looked at is kept: it costs nothing otherwise.

    Attributes:
        panel: holds all of them.
        heading, cost, loads, times, torque: the plots.
        joint: whose torque is plotted.
    """

    def __init__(self, server: ViserServer, robot: RobotModel) -> None:
        gui = server.gui
        self._limits, self._joints = robot.effort_limits, robot.joint_index
        self._history = History(sum(len(plot.lines) for plot in _PLOTS) + robot.nu, SECONDS)
        self._yaw = 0.0
        self._heading_range: Range | None = None
        self.panel = gui.add_panel()
        with self.panel.add_tab("live", Icon.CHART_LINE):
            self.heading, self.cost = _add(server, _HEADING), _add(server, _COST)
            self.loads, self.times = _add(server, _LOADS), _add(server, _TIMES)
            self.joint = gui.add_dropdown("joint", robot.joint_names, initial_value=_a_knee(robot))
            self.torque = _add(server, _TORQUE)
        self.panel.dock_left()
        self.panel.set_width(_WIDTH_PX)

    def add(self, snapshot: Snapshot, loads: list[FootLoad]) -> None:
        """Keeps what a snapshot says."""
        numbers = snapshot.numbers
        # Without jumps from 180 to -180, and the wanted heading on the same turn as the actual one.
        self._yaw += remainder(snapshot.q[YAW] - self._yaw, 2.0 * np.pi)
        wanted = np.nan
        if numbers.heading_wanted is not None:
            wanted = self._yaw + remainder(numbers.heading_wanted - self._yaw, 2.0 * np.pi)
        vertical = [0.0, 0.0]
        for load in loads:
            vertical[load.foot] = load.vertical
        times = (numbers.policy_ms, numbers.adaptation_ms, numbers.round_trip_ms)
        row = [degrees(wanted), degrees(self._yaw), _or_nan(numbers.tick_cost), *vertical]
        row += [_or_nan(time) for time in times]
        torques = np.full(len(self._limits), np.nan) if snapshot.torques is None else snapshot.torques
        self._history.add(numbers.time_s or 0.0, np.concatenate([row, torques]))

    def draw(self) -> None:
        """Brings the plots up to date."""
        columns = self._history.columns()
        handles = (self.heading, self.cost, self.loads, self.times)
        times, rest = columns[0], list(columns[1:])
        if np.isnan(rest[0]).all():
            rest[0] = rest[1]  # a line without any number leaves a plot without a scale, and empty
        self._scale_heading(np.array(rest[:2]))
        for plot, handle in zip(_PLOTS, handles, strict=True):
            lines, rest = rest[: len(plot.lines)], rest[len(plot.lines) :]
            handle.data = (times, *lines)
        joint = self._joints[str(self.joint.value)]
        limit = np.full(len(times), self._limits[joint])
        self.torque.data = (times, rest[joint], limit, -limit)

    def _scale_heading(self, headings: FloatArray) -> None:
        present = self._heading_range
        if np.isfinite(headings).any():
            lowest, highest = float(np.nanmin(headings)), float(np.nanmax(headings))
            self._heading_range = steady_range(lowest, highest, _HEADING_ROOM_DEG, present)
        if self._heading_range != present:  # browsers make such a plot anew
            self.heading.scales = _scales(self._heading_range)


def _add(server: ViserServer, plot: _Plot) -> GuiUplotHandle:
    series = [uplot.Series(label="s")]
    series += [uplot.Series(label=label, stroke=colour, width=1.5) for label, colour in plot.lines]
    nothing = tuple(np.zeros(1) for _ in series)
    return server.gui.add_uplot(
        nothing,
        tuple(series),
        title=plot.title,
        height=_HEIGHT_PX,
        scales=_scales(None),
        legend=uplot.Legend(show=len(plot.lines) > 1 and plot is not _TORQUE, live=False),
    )


def _scales(range_y: Range | None) -> dict[str, uplot.Scale]:
    y = uplot.Scale(auto=True) if range_y is None else uplot.Scale(range=range_y)
    return {"x": uplot.Scale(time=False), "y": y}


def _a_knee(robot: RobotModel) -> str:
    return next((name for name in robot.joint_names if "knee" in name), robot.joint_names[0])


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def heading_of(q: FloatArray) -> float:
    """Yaw of the pelvis [rad] at chain-root positions (nv,)."""
    return float(q[YAW])
