"""Frame rates of files that state the duration of a frame, rounded."""


def whole_rate(rate_hz: float) -> float:
    """The whole number of frames per second that is meant: files write .0083333 s for 120 Hz."""
    return float(round(rate_hz)) if abs(rate_hz - round(rate_hz)) < 1e-4 * rate_hz else rate_hz
