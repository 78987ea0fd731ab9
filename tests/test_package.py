"""The files that describe the package agree with each other, and the lock holds everything."""

import configparser
import importlib.metadata
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import biped_control

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def setup_cfg() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg")
    return parser


def project() -> dict[str, object]:
    document: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return document


def locked() -> dict[str, str]:
    """Canonical name and version of every locked distribution that applies to this interpreter."""
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    requirements = [Requirement(line) for line in lines if line and not line.startswith("#")]
    applying = [entry for entry in requirements if entry.marker is None or entry.marker.evaluate()]
    return {canonicalize_name(entry.name): str(entry.specifier).removeprefix("==") for entry in applying}


def test_one_version(setup_cfg: configparser.ConfigParser) -> None:
    manifest = ElementTree.parse(ROOT / "package.xml").getroot()
    versions = {
        "package.xml": manifest.findtext("version"),
        "setup.cfg": setup_cfg["metadata"]["version"],
        "pyproject.toml": project()["version"],
        "biped_control": biped_control.__version__,
    }
    assert len(set(versions.values())) == 1, versions


def test_scripts_lead_to_existing_modules(setup_cfg: configparser.ConfigParser) -> None:
    scripts = setup_cfg["options.entry_points"]["console_scripts"].strip().splitlines()
    entries = dict(re.split(r"\s*=\s*", line.strip()) for line in scripts)
    scripts_of_pip = project()["scripts"]
    assert isinstance(scripts_of_pip, dict)
    assert scripts_of_pip.items() <= entries.items()
    for name, target in entries.items():
        module, function = target.split(":")
        file = ROOT / "src" / (module.replace(".", "/") + ".py")
        assert file.is_file(), f"{name} leads to {file}, which does not exist"
        assert re.search(rf"^(def {function}\(|{function} = )", file.read_text(), re.MULTILINE), (
            f"{file}: no {function}"
        )


def test_the_lock_pins_exact_versions_and_no_place_to_get_them() -> None:
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        assert re.match(r"^[a-z0-9-]+==[\w.!+]+( ; .+)?$", line), line


def test_the_lock_is_complete() -> None:
    """Whatever a locked distribution needs is locked too: the lock is installed without its dependencies."""
    pins = locked()
    absent = set()
    for name in pins:
        for text in importlib.metadata.requires(name) or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                needed = canonicalize_name(requirement.name)
                if needed not in pins or not requirement.specifier.contains(pins[needed], prereleases=True):
                    absent.add(f"{name} needs {text}")
    assert not absent


def test_the_lock_holds_what_the_project_asks_for_and_is_what_is_installed() -> None:
    pins = locked()
    description = project()
    extras = description["optional-dependencies"]
    direct = description["dependencies"]
    assert isinstance(extras, dict)
    assert isinstance(direct, list)
    for text in [*direct, *(entry for group in extras.values() for entry in group)]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), text
    assert {name: importlib.metadata.version(name) for name in pins} == pins
