"""Readers of motion-capture files, one file a format, all giving a `Capture`."""

from pathlib import Path

from biped_control.errors import CaptureError
from biped_control.motion.captures.body_checks import check_body
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.inserted_poses import without_inserted_poses
from biped_control.motion.captures.landmarks import find_landmarks
from biped_control.motion.captures.travel import with_travel_of_the_feet
from biped_control.motion.captures.units import with_adult_legs
from biped_control.motion.captures.upright import turned_upright
from biped_control.motion.readers.asf_amc import AMC_RATE_HZ, read_asf_amc
from biped_control.motion.readers.bvh import read_bvh
from biped_control.motion.readers.c3d import read_c3d
from biped_control.motion.readers.c3d_layout import looks_like_c3d
from biped_control.motion.readers.deepmimic import read_deepmimic

SUPPORTED = (
    "Acclaim motion (.amc with its .asf), Biovision hierarchy (.bvh), C3D with Plug-in-Gait markers (.c3d) "
    "and DeepMimic motion (.json or .txt)"
)
# How the content of a text format begins, lower case, after comments.
_BEGINNINGS = {
    "amc": (":fully-specified", ":degrees", ":radians"),
    "asf": (":version", ":name", ":units"),
    "bvh": ("hierarchy",),
    "json": ("{",),
}
_READERS = {"bvh": read_bvh, "c3d": read_c3d, "json": read_deepmimic}


def read_capture(path: Path, asf: Path | None = None, rate_hz: float | None = None) -> Capture:
    """Reads a motion-capture file of any supported format, recognized by its content, else by its extension.

    What is wrong with it in a known and certain way is put right, and told in `repairs`: another axis up than
    usual, a wrong unit of length, or one of the root's own, inserted T-poses.

    Args:
        path: the file.
        asf: skeleton of an AMC file; by default the one beside it.
        rate_hz: frames per second of a format that does not state it (AMC); by default 120.

    Raises:
        CaptureError: unreadable, truncated, of an unknown format, or not fitting the skeleton; not of
            a person (upside down, left and right exchanged, legs of no adult); legs that were not seen.
    """
    capture = _read(path, asf, rate_hz)
    capture = without_inserted_poses(turned_upright(with_adult_legs(capture)))
    check_body(find_landmarks(capture))
    return with_travel_of_the_feet(capture)


def _read(path: Path, asf: Path | None, rate_hz: float | None) -> Capture:
    kind = _format(path)
    if kind == "asf":
        raise CaptureError(
            f"{path}: this is a skeleton without motion; give its motion (.amc), and the skeleton with --asf"
        )
    if kind == "amc":
        return read_asf_amc(path, asf, AMC_RATE_HZ if rate_hz is None else rate_hz)
    if asf is not None:
        raise CaptureError(f"{path}: only Acclaim motion (.amc) needs a skeleton; leave out {asf}")
    if rate_hz is not None:
        raise CaptureError(f"{path}: the file states its own rate; leave out the rate {rate_hz:g} Hz")
    return _READERS[kind](path)


def _format(path: Path) -> str:
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise CaptureError(
            f"{path}: cannot be read ({error.strerror or error}); expected a motion-capture file: {SUPPORTED}"
        ) from error
    if looks_like_c3d(head):
        return "c3d"
    # Editors on Windows write a byte order mark in front.
    rows = (row.strip().lower() for row in head.decode("utf-8-sig", errors="replace").splitlines())
    first = next((row for row in rows if row and not row.startswith("#")), "")
    for kind, beginnings in _BEGINNINGS.items():
        if first.startswith(beginnings):
            return kind
    if (extension := path.suffix.lower().lstrip(".")) in (*_BEGINNINGS, "c3d"):
        return extension
    raise CaptureError(f"{path}: unknown format (begins with {head[:16]!r}); supported are {SUPPORTED}")
