"""The files for Docker name stages, folders and arguments that there are; no image is built."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from biped_control.nodes.graph import load_graph

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def stages() -> dict[str, list[str]]:
    """Name of each stage of the Dockerfile, and its instructions."""
    found: dict[str, list[str]] = {}
    text = (ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("FROM"):
            found[line.split()[-1]] = []
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(line)
    return found


@pytest.fixture
def services() -> dict[str, Any]:
    compose = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text(encoding="utf-8"))
    found: dict[str, Any] = compose["services"]
    return found


def test_who_runs_is_not_root(stages: dict[str, list[str]], services: dict[str, Any]) -> None:
    for service in services.values():
        users = [line.split()[1] for line in stages[service["build"]["target"]] if line.startswith("USER")]
        assert users
        assert users[-1].split(":")[0] not in ("root", "0")


def test_the_dev_container_is_a_stage(stages: dict[str, list[str]]) -> None:
    folder = ROOT / ".devcontainer"
    container = json.loads((folder / "devcontainer.json").read_text(encoding="utf-8"))
    assert container["build"]["target"] in stages
    assert (folder / container["build"]["dockerfile"]).resolve() == ROOT / "docker" / "Dockerfile"
    assert f"WORKDIR {container['workspaceFolder']}" in stages[container["build"]["target"]]


def test_what_is_installed_reaches_the_build() -> None:
    reaching = (ROOT / "docker" / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    install = re.search(r"install\(DIRECTORY (.*) DESTINATION", (ROOT / "CMakeLists.txt").read_text())
    assert install is not None
    for folder in (*install[1].split(), "src", "msg", "srv"):
        assert f"!{folder}" in reaching
    for entry in reaching:
        assert not entry.startswith("!") or (ROOT / entry[1:]).exists(), entry


def test_services_launch_with_arguments_that_there_are(services: dict[str, Any]) -> None:
    launched = [service["command"].split() for service in services.values() if "command" in service]
    assert len(launched) == 2
    for ros2, launch, package, file, *assignments in launched:
        assert (ros2, launch, package) == ("ros2", "launch", "biped")
        own = re.findall(r'^    "(\w+)": \(', (ROOT / "launch" / file).read_text(encoding="utf-8"), re.M)
        for assignment in assignments:
            name, value = assignment.split(":=")
            assert name in (*own, *load_graph().arguments)
            if name == "engine":
                default = re.fullmatch(r"\$\{ENGINE:-(\w+)\}", value)
                assert default is not None
                assert default[1] in load_graph().arguments["engine"].choices


def test_the_page_is_reached_from_the_host_alone(services: dict[str, Any]) -> None:
    for service in services.values():
        assert service["network_mode"] == "host"  # the page itself binds 127.0.0.1
        assert "ports" not in service


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="hadolint is not installed")
def test_hadolint_finds_nothing() -> None:
    subprocess.run(["hadolint", ROOT / "docker" / "Dockerfile"], check=True, timeout=60)
