"""Times of the whole clip library, built from nothing."""

from biped_control.analysis.assembly import Announce, WalkParts
from biped_control.analysis.bench.planning import measure_library_building
from biped_control.analysis.bench.quantity import Row, quantity
from biped_control.analysis.parallel.ordered_tasks import Outcome


def library_quantities(parts: WalkParts, announce: Announce) -> list[Row]:
    """Wall time of everything, and of each clip beside others; see `planning`."""
    report = measure_library_building(parts, _Announced(announce))
    return [
        quantity("whole library, wall time", report.seconds, "s"),
        quantity("whole library, clips", len(report.clips), ""),
        quantity("whole library, clips that failed", len(report.failures), ""),
        *(
            quantity(f"recipe to clip beside others, {clip['name']}", clip["seconds_to_build"], "s")
            for clip in report.clips
        ),
    ]


class _Announced:
    """A watch that says how many clips are built."""

    def __init__(self, announce: Announce) -> None:
        self._announce, self._count, self._done = announce, 0, 0

    def planned(self, count: int) -> None:
        self._count = count
        self._tell()

    def begun(self, name: str) -> None:
        pass

    def told(self, name: str, how_far: str) -> None:
        pass

    def ended(self, name: str, outcome: Outcome) -> None:
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        self._announce("building the whole library", f"{self._done} of {self._count} clips")
