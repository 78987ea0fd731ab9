"""Small synthetic captures, so that most tests need no data."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import ezc3d
import numpy as np
import pytest

_SIDE_BONES = (
    # name, parent, direction, length, degrees of freedom
    ("hipjoint", "root", (0.6, -0.8, 0.0), 2.5, ""),
    ("femur", "hipjoint", (0.0, -1.0, 0.0), 7.5, "rx ry rz"),
    ("tibia", "femur", (0.0, -1.0, 0.0), 7.3, "rx"),
    ("foot", "tibia", (0.0, -0.28, 0.96), 2.2, "rx rz"),
    ("toes", "foot", (0.0, 0.0, 1.0), 1.1, "rx"),
    ("clavicle", "thorax", (0.96, 0.28, 0.0), 3.6, "ry rz"),
    ("humerus", "clavicle", (1.0, 0.0, 0.0), 4.9, "rx ry rz"),
    ("radius", "humerus", (1.0, 0.0, 0.0), 3.4, "rx"),
    ("wrist", "radius", (1.0, 0.0, 0.0), 1.0, "ry"),
)
_AXES = {
    "femur": "0 0 20",
    "tibia": "0 0 20",
    "foot": "-90 5 20",
    "humerus": "180 30 -90",
    "radius": "10 20 30",
}


@pytest.fixture(scope="session")
def asf_text() -> str:
    """A skeleton with the bones of a CMU one, awkward joint axes and Windows line ends."""
    bones = [
        ("lowerback", "root", (0.0, 1.0, 0.0), 2.0, "rx ry rz"),
        ("thorax", "lowerback", (0.0, 0.96, -0.28), 4.0, "rz rx"),
    ]
    for side, sign in (("l", 1.0), ("r", -1.0)):
        for name, parent, (x, y, z), length, dof in _SIDE_BONES:
            above = parent if parent in ("root", "thorax") else side + parent
            bones.append((side + name, above, (sign * x, y, z), length, dof))
    lines = [
        "# made for tests",
        ":version 1.10",
        ":name made-up",
        ":units",
        "  mass 1.0",
        "  length 0.45",
        "  angle deg",
    ]
    lines += [
        ":root",
        "  order TX TY TZ RX RY RZ",
        "  axis XYZ",
        "  position 0 0 0",
        "  orientation 0 0 0",
        ":bonedata",
    ]
    for name, _, direction, length, dof in bones:
        x, y, z = direction
        lines += ["  begin", f"    name {name}", f"    direction {x} {y} {z}", f"    length {length}"]
        lines += [f"    axis {_AXES.get(name[1:], '0 0 0')}  XYZ"]
        lines += [f"    dof {dof}", "    limits (-10 10)"] if dof else []
        lines += ["  end"]
    lines += [":hierarchy", "  begin"]
    parents = dict.fromkeys(bone[1] for bone in bones)
    lines += [
        f"    {parent} {' '.join(name for name, above, *_ in bones if above == parent)}" for parent in parents
    ]
    return "\r\n".join([*lines, "  end", ""])


@pytest.fixture(scope="session")
def amc_text() -> str:
    """Three frames for `asf_text`."""
    lines = ["# made for tests", ":FULLY-SPECIFIED", ":DEGREES"]
    for frame in range(3):
        lines += [
            str(frame + 1),
            f"root {frame} 16.5 {-3 + frame} {2 + frame} -9.8 -3.5",
            f"lowerback 7.8 {frame} 6.3",
        ]
        lines += [f"thorax -0.5 {1.25 * frame}"]
        for side in "lr":
            lines += [
                f"{side}femur {16 - frame} 1.9 -19.9",
                f"{side}tibia {11.5 + frame}",
                f"{side}foot -15.9 0.9",
            ]
            lines += [f"{side}toes 4.3", f"{side}clavicle 1e-14 3", f"{side}humerus -9.4 14.8 {-82 + frame}"]
            lines += [f"{side}radius 46.2", f"{side}wrist -16.7"]
    return "\n".join([*lines, ""])


@pytest.fixture
def acclaim(tmp_path: Path, asf_text: str, amc_text: str) -> Callable[..., Path]:
    """Writes an ASF/AMC pair, by default a good one, and returns the path of the AMC."""

    def write(asf: str | bytes = asf_text, amc: str | bytes = amc_text) -> Path:
        for name, content in (("7.asf", asf), ("7_1.amc", amc)):
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / "7_1.amc"

    return write


@pytest.fixture(scope="session")
def bvh_text() -> str:
    """A human of 32 inches of leg, three frames."""
    lines = [
        "HIERARCHY",
        "ROOT Hips",
        "{",
        "OFFSET 0 0 0",
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    ]

    def joint(name: str, offset: str, *inside: str) -> list[str]:
        return [
            f"JOINT {name}",
            "{",
            f"OFFSET {offset}",
            "CHANNELS 3 Zrotation Xrotation Yrotation",
            *inside,
            "}",
        ]

    for side, sign in (("Left", ""), ("Right", "-")):
        end = ["End Site", "{", "OFFSET 0 0 2", "}"]
        foot = joint(f"{side}Foot", "0 -16 0", *joint(f"{side}ToeBase", "0 -2 5", *end))
        lines += joint(f"{side}UpLeg", f"{sign}3.5 -3 0", *joint(f"{side}Leg", "0 -16 0", *foot))
        hand = joint(f"{side}Hand", f"{sign}10 0 0", "End Site", "{", f"OFFSET {sign}5 0 0", "}")
        lines += joint(f"{side}Arm", f"{sign}7 20 0", *joint(f"{side}ForeArm", f"{sign}11 0 0", *hand))
    lines += ["}", "MOTION", "Frames: 3", "Frame Time: .0083333"]
    for frame in range(3):
        angles = " ".join(f"{(5 * column + 3 * frame) % 17 - 8}.5" for column in range(3 * 15))
        lines.append(f"{frame} 36.25 {2 * frame} {angles}")
    return "\n".join([*lines, ""])


@pytest.fixture
def bvh(tmp_path: Path, bvh_text: str) -> Callable[..., Path]:
    """Writes a BVH file, by default a good one, and returns its path."""

    def write(content: str | bytes = bvh_text) -> Path:
        path = tmp_path / "take.bvh"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def deepmimic(tmp_path: Path) -> Callable[..., Path]:
    """Writes a DeepMimic motion, by default three frames of standing."""

    def write(
        frames: Sequence[object] | None = None,
        loop: str = "none",
        durations: float | Sequence[float] = 1 / 30,
    ) -> Path:
        if frames is None:
            frames = [standing_frame() for _ in range(3)]
        for frame, duration in zip(frames, np.broadcast_to(durations, len(frames)), strict=True):
            if isinstance(frame, list) and frame:
                frame[0] = float(duration)
        path = tmp_path / "motion.txt"
        path.write_text(json.dumps({"Loop": loop, "Frames": frames}))
        return path

    return write


def standing_frame() -> list[float]:
    """Root 0.9 m up, all joints at zero."""
    still = [1.0, 0.0, 0.0, 0.0]
    leg_and_arm = [*still, 0.0, *still, *still, 0.0]
    return [1 / 30, 0.0, 0.9, 0.0, *still, *still, *still, *leg_and_arm, *leg_and_arm]


@pytest.fixture
def c3d(tmp_path: Path) -> Callable[..., Path]:
    """Writes markers, name -> (T, 3) in `unit`, as a C3D file; NaN for not seen."""

    def write(markers: dict[str, np.ndarray], unit: str = "mm", rate_hz: float = 100.0) -> Path:
        file = ezc3d.c3d()
        points = np.stack(list(markers.values()))
        file["parameters"]["POINT"]["LABELS"]["value"] = list(markers)
        file["parameters"]["POINT"]["UNITS"]["value"] = [unit]
        file["parameters"]["POINT"]["RATE"]["value"] = [rate_hz]
        file["data"]["points"] = np.ones((4, *points.shape[:2]))
        file["data"]["points"][:3] = points.transpose(2, 0, 1)
        # The residual of a point that was not seen is negative.
        file["data"]["meta_points"]["residuals"] = np.where(np.isnan(points).any(axis=2), -1.0, 0.0)[None]
        path = tmp_path / "take.c3d"
        file.write(str(path))
        return path

    return write


@pytest.fixture
def gait_markers() -> dict[str, np.ndarray]:
    """Plug-in-Gait markers of a person standing and swaying a little, for 50 frames [mm], facing +x.

    Pelvis 240 mm wide and 200 mm deep, thighs of 400 mm straight down from Harrington's hips, shanks of 380.
    """
    hip = (-0.24 * 200 - 9.9, 0.33 * 240 + 7.3, 1000 - 0.30 * 240 - 10.9)
    places = {}
    for side, sign in (("R", -1.0), ("L", 1.0)):
        y = sign * hip[1]
        places |= {
            f"{side}ASI": (0, 120 * sign, 1000),
            f"{side}PSI": (-200, 50 * sign, 1000),
            f"{side}KNE": (hip[0], y + 57 * sign, hip[2] - 400),
            f"{side}ANK": (hip[0], y + 42 * sign, hip[2] - 780),
            f"{side}TOE": (hip[0] + 130, y, hip[2] - 830),
            f"{side}SHO": (-100, 200 * sign, 1500),
            f"{side}ELB": (-100, 240 * sign, 1180),
            f"{side}WRA": (-80, 240 * sign, 930),
            f"{side}WRB": (-120, 240 * sign, 930),
        }
    sway = 20.0 * np.sin(np.linspace(0.0, 3.0, 50))[:, None] * [1.0, 0.5, 0.0]
    return {name: np.array(place) + sway + [500.0, 300.0, 0.0] for name, place in places.items()}
