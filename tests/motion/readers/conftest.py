"""Small synthetic captures, so that most tests need no data."""

from collections.abc import Callable
from pathlib import Path

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
