"""The range of an axis whose numbers may hardly change: noise must not fill the plot."""

from math import ceil, floor

Range = tuple[float, float]


def steady_range(lowest: float, highest: float, room: float, present: Range | None) -> Range:
    """A range with round ends that holds all numbers and at least `room` to either side of them.

    The present one stays while the numbers fit in and are not lost in it: an axis that moves cannot be read.

    Args:
        lowest, highest: of the numbers.
        room: [unit of the numbers].
        present: range so far, if any.
    """
    step = 1.5 * room
    wanted = step * floor((lowest - room) / step), step * ceil((highest + room) / step)
    if present is None or lowest < present[0] or highest > present[1]:
        return wanted
    return present if present[1] - present[0] <= 2.0 * (wanted[1] - wanted[0]) else wanted
