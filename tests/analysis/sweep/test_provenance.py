"""What results depend on."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.differences import differences
from biped_control.analysis.sweep import provenance as module
from biped_control.analysis.sweep.provenance import code_digest, provenance
from biped_control.configuration_file import read_yaml
from biped_control.settings import load_settings


def facts(scenario: str = "none") -> dict[str, str]:
    return dict(provenance.__wrapped__(("walk",), (scenario,)))


def test_names_what_counts(walk_parts: WalkParts) -> None:
    found = facts("noise")
    assert found.keys() >= {"biped", "code", "numpy", "robot", "clip walk", "scenario noise", "distributed"}
    assert found["config/control.yaml rate_hz"] == "120.0"
    assert found["robot"] == walk_parts.robot.fingerprint
    assert found == facts("noise")
    assert not any("gamma" in name for name in found)


def test_scenario_file_counts_by_its_content(walk_parts: WalkParts, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mass_scale: 1.1\n")
    before = facts(str(path))
    path.write_text("# heavier\nmass_scale: 1.1\n")
    assert facts(str(path)) == before
    path.write_text("mass_scale: 1.2\n")
    (difference,) = differences(before, facts(str(path)), "there")
    assert difference.startswith(f"scenario {path}")


def test_settings_count(walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch) -> None:
    before = facts()
    monkeypatch.setattr(module, "load_settings", lambda: load_settings().replaced(friction=0.5))
    assert differences(before, facts(), "there") == [
        f"config/control.yaml friction ({load_settings().friction} there, 0.5 here)"
    ]


@pytest.mark.parametrize("section", ["look_ahead", "adjusting", "adaptation"])
def test_every_section_of_the_weights_counts(
    walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch, section: str
) -> None:
    def changed(path: Path) -> Any:
        content: Any = read_yaml(path)
        return content | {section: {}}

    before = facts()
    monkeypatch.setattr(module, "read_yaml", changed)
    (difference,) = differences(before, facts(), "there")
    assert difference.startswith("config/weights.yaml")


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("complementarity/lemke.py", True),
        ("analysis/rollout.py", True),
        ("cli.py", False),
        ("dashboard/__init__.py", False),
    ],
)
def test_code_of_rollouts_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, counts: bool
) -> None:
    package = Path(module.biped_control.__file__).parent
    copy = tmp_path / "biped_control"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(module.biped_control, "__file__", str(copy / "__init__.py"))
    before = code_digest.__wrapped__()
    (copy / file).write_text((copy / file).read_text() + "# changed\n")
    assert (code_digest.__wrapped__() != before) is counts
