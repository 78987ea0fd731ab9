"""The pictures of the page in the documentation, made by the page itself in a browser without a window.

`python -m biped_control.dashboard.pictures.page_picture docs/images` simulates some seconds of a walk,
plays them on a page and takes a picture of each of its tabs.
"""

import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.analysis.cost import TrackingCost
from biped_control.analysis.rollout import Tick
from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.travel import Travel
from biped_control.dashboard.controls import Controls, PushRequest, Setup
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.pictures.headless_browser import HeadlessBrowser
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot, hardest_working
from biped_control.errors import BipedError, DashboardError
from biped_control.settings import load_settings
from biped_control.simulation.simulator import Push

_SECONDS = 15.0
_PUSH = PushRequest("torso", np.array([0.0, 60.0, 0.0]), 0.1)
_PUSHED_AT_S = 14.7
_SIZE = (1400, 860)
_FRAMES_PER_SECOND = 30.0
_CONNECTED_WITHIN_S = 60.0
_DRAWN_WITHIN_S = 8.0  # browsers without a graphics card are slow


def snapshots(parts: WalkParts, seconds: float, push: PushRequest | None = None) -> list[Snapshot]:
    """What a page shows of a simulated walk, 30 times a second.

    Args:
        parts: of the walk.
        seconds: simulated time.
        push: disturbs the walk near its end.

    Raises:
        EngineError: the engine is not installed.
    """
    rate = parts.settings.rate_hz
    engine = parts.engine("dart", report_contacts=True)
    cost = TrackingCost(parts.look_ahead, parts.settings.dt)
    made: list[Snapshot] = []
    start = parts.clips[parts.itinerary.first].state(0)
    record = RunRecord(parts.robot, parts.look_ahead, parts.settings.dt, start)

    def observe(tick: Tick) -> None:
        if push is not None and tick.index == round(_PUSHED_AT_S * rate):
            engine.push(Push(push.body, push.force, round(push.seconds * rate)))
        now = cost.add(tick.after.state, tick.reference, tick.torques)
        record.add_tick(tick.index, tick.torques, tick.after.state)
        if tick.index % round(rate / _FRAMES_PER_SECOND) == 0:
            made.append(_snapshot(parts, tick, now, cost.mean, record.travel))

    try:
        parts.loop("nqr", engine).run(parts.itinerary, round(seconds * rate), observe=observe)
    finally:
        engine.close()
    return made


def _snapshot(parts: WalkParts, tick: Tick, cost: float, mean: float, travel: Travel) -> Snapshot:
    reference, after = tick.reference, tick.after
    clip = parts.clips[reference.clip]
    return Snapshot(
        q=after.state.q,
        ghost=reference.placement.to_world(reference.next_state).q,
        points=after.contact_points,
        forces=after.contact_forces,
        torques=tick.torques,
        numbers=LiveNumbers(
            time_s=travel.seconds,
            clip=reference.clip,
            speed_mps=travel.speed,
            distance_m=travel.distance,
            tick_cost=cost,
            mean_cost=mean,
            torque=hardest_working(parts.robot, tick.torques),
            lcp_contacts=tick.controls.constraints.contacts,
            heading_wanted=reference.placement.compose(clip.advance).yaw,
        ),
    )


def take_pictures(clip: str, folder: Path) -> None:
    """Plays a walk on a page and takes a picture of each tab.

    Args:
        clip: what to play.
        folder: gets page.png (steering), page_push.png and page_tune.png.

    Raises:
        BipedError: the clip cannot be played, or there is no browser.
        OSError: a picture cannot be written.
    """
    settings = load_settings()
    parts = assemble(clip, settings)
    walk = snapshots(parts, _SECONDS, _PUSH)
    page = DashboardPage(parts.robot, Controls(), port=0, clips=tuple(parts.clips))
    page.show_setup(Setup(True, "nqr", settings.gamma, "flat", "dart"))
    try:
        with HeadlessBrowser(page.address, *_SIZE) as browser:
            browser.wait_for_text("Steer")
            browser.close_notifications()
            _play(page, walk)
            page.panel.pushing.last = _PUSH
            for name, tab in (("page", "Steer"), ("page_push", "Push"), ("page_tune", "Tune")):
                browser.click_text(tab)
                page.draw(partial(_same, walk[-1]))
                time.sleep(_DRAWN_WITHIN_S)
                browser.save_picture(folder / f"{name}.png")
    finally:
        page.close()


def _play(page: DashboardPage, walk: Sequence[Snapshot]) -> None:
    deadline = time.monotonic() + _CONNECTED_WITHIN_S
    while not page.viewers:
        if time.monotonic() > deadline:
            raise DashboardError(f"the browser has not opened the page within {_CONNECTED_WITHIN_S:g} s")
        time.sleep(0.1)
    for snapshot in walk:
        page.draw(partial(_same, snapshot))
        time.sleep(1.0 / _FRAMES_PER_SECOND)


def _same(snapshot: Snapshot) -> Snapshot:
    return snapshot


def main() -> int:
    """Takes the pictures into the folder that is named on the command line."""
    if len(sys.argv) not in (2, 3):
        print("usage: python -m biped_control.dashboard.pictures.page_picture FOLDER [CLIP]", file=sys.stderr)
        return 2
    try:
        take_pictures(sys.argv[2] if len(sys.argv) > 2 else "walk", Path(sys.argv[1]))
    except (BipedError, OSError) as error:
        print(f"biped: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
