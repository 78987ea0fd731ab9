"""Shipped files are found in each of the three kinds of installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from biped_control import resources
from biped_control.errors import ResourceError

ROOT = Path(__file__).resolve().parents[1]


def found_by(library: Path, relative: str) -> str:
    """What an interpreter that imports the library from a folder finds; no site-packages, no checkout."""
    code = f"from biped_control.resources import share_path; print(share_path({relative!r}))"
    environment = {"PATH": os.defpath, "PYTHONPATH": str(library)}
    command = [sys.executable, "-S", "-c", code]
    result = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_checkout() -> None:
    assert resources.share_path("urdf/biped.urdf") == ROOT / "urdf" / "biped.urdf"


def test_colcon_installation(tmp_path: Path) -> None:
    library = tmp_path / "install" / "lib" / "python3.12" / "site-packages"
    (library / "biped_control").mkdir(parents=True)
    for name in ("__init__.py", "errors.py", "resources.py"):
        shutil.copy(Path(resources.__file__).with_name(name), library / "biped_control")
    config = tmp_path / "install" / "share" / "biped" / "config" / "robot.yaml"
    config.parent.mkdir(parents=True)
    config.write_text("")
    assert found_by(library, "config/robot.yaml") == str(config)


def test_wheel(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path / "dist"), str(ROOT)]
    subprocess.run([*pip, *build], check=True, timeout=120)
    (wheel,) = (tmp_path / "dist").glob("biped_control-*.whl")
    library = tmp_path / "library"
    subprocess.run(
        [*pip, "install", "--no-deps", "--target", str(library), str(wheel)], check=True, timeout=120
    )
    for file in [*ROOT.glob("config/**/*.yaml"), *ROOT.glob("urdf/*.urdf")]:
        relative = str(file.relative_to(ROOT))
        assert found_by(library, relative) == str(library / "biped_control" / "share" / relative)


def test_an_unknown_file_names_every_place_that_was_searched() -> None:
    with pytest.raises(ResourceError) as caught:
        resources.share_path("config/no_such_file.yaml")
    message = str(caught.value)
    assert message.startswith("config/no_such_file.yaml")
    assert str(ROOT) in message
    assert "share/biped" in message
