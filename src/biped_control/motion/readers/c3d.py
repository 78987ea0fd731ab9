"""C3D files: tracks of markers, and of what a biomechanical model computed from them."""

import re
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.units import adult_unit, is_adult
from biped_control.motion.readers.c3d_layout import check_layout
from biped_control.motion.readers.markers import Markers
from biped_control.motion.readers.plug_in_gait import joint_centres, shank_length
from biped_control.robot.state import FloatArray

_METRES = {"mm": 0.001, "cm": 0.01, "m": 1.0, "in": 0.0254}


def read_c3d(path: Path) -> Capture:
    """Reads the joint centres of a C3D file with Plug-in-Gait markers.

    Raises:
        CaptureError: unreadable, truncated, or without the markers of the legs; the message names them.
    """
    markers = read_markers(path)
    repairs: tuple[str, ...] = ()
    # Before anything is computed: the regression of the hips holds in metres only. A shank is half a leg.
    shank = shank_length(markers)
    if not (np.isnan(shank) or is_adult(2.0 * shank)):
        factor = adult_unit(path, 2.0 * shank / markers.unit) / markers.unit
        markers = markers.scaled(factor)
        repairs = (f"lengths multiplied by {factor:.4g}: shanks of {shank:.3g} m are no adult's",)
    joints = joint_centres(markers)
    positions = np.stack(list(joints.tracks.values()), axis=1)
    repairs += joints.repairs
    return Capture(path, markers.rate_hz, tuple(joints.tracks), positions, repairs, unit=markers.unit)


def read_markers(path: Path) -> Markers:
    """Reads all points of a C3D file, whatever their names [m].

    Points without a valid residual, and those at the origin to the last bit, count as not seen.

    Raises:
        CaptureError: unreadable or truncated, in an unknown unit, or of several persons.
    """
    try:
        import ezc3d  # here, so that all other formats can be read without it
    except ImportError as error:
        raise CaptureError(f"{path}: C3D files need the package ezc3d; `pip install ezc3d`") from error
    try:
        check_layout(path, path.read_bytes())
        file = ezc3d.c3d(str(path))
    except OSError as error:
        raise CaptureError(f"{path}: cannot be read as C3D ({' '.join(str(error).split())})") from error
    except (RuntimeError, ValueError, IndexError, KeyError) as error:
        raise CaptureError(f"{path}: damaged C3D file ({' '.join(str(error).split())})") from error
    try:
        point = file["parameters"]["POINT"]
        rate_hz = float(point["RATE"]["value"][0])
        unit = "".join(point["UNITS"]["value"][:1]).strip().lower()
        labels = [
            label for key, value in point.items() if key.startswith("LABELS") for label in value["value"]
        ]
    except (KeyError, IndexError, TypeError) as error:
        raise CaptureError(
            f"{path}: C3D file without {error}; expected POINT:RATE, POINT:UNITS and POINT:LABELS"
        ) from error
    if unit not in _METRES:
        raise CaptureError(f"{path}: unit of length '{unit}', expected one of {', '.join(_METRES)}")
    points = np.asarray(file["data"]["points"], dtype=np.float64)[:3].transpose(2, 1, 0)
    if len(labels) < points.shape[1]:
        raise CaptureError(f"{path}: {points.shape[1]} points but {len(labels)} labels; get the file again")
    points = np.where((points == 0.0).all(axis=2, keepdims=True), np.nan, points) * _METRES[unit]
    return Markers(path, rate_hz, _METRES[unit], _by_name(path, labels, points))


def _by_name(path: Path, labels: list[str], points: FloatArray) -> dict[str, FloatArray]:
    """Bare marker names -> tracks; of points with the same name the one that was seen longest."""
    tracks: dict[str, FloatArray] = {}
    persons: dict[str, str] = {}
    for index, label in enumerate(labels[: points.shape[1]]):
        person, _, name = label.rpartition(":")
        name, track = re.sub(r"[^A-Z0-9]", "", name.upper()), points[:, index]
        if np.isnan(track).all() and name in tracks:
            continue
        if name in tracks and person != persons[name] and not np.isnan(tracks[name]).all():
            raise CaptureError(
                f"{path}: marker {name} of '{persons[name]}' and of '{person}'; expected one person a file"
            )
        if name not in tracks or np.isnan(track).sum() < np.isnan(tracks[name]).sum():
            tracks[name], persons[name] = track, person
    return tracks
