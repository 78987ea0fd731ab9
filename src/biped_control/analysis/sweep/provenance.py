"""What the results of a sweep depend on besides its options: versions, code, settings, clips, scenarios."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

import biped_control
from biped_control.analysis.bench.machine import describe_versions
from biped_control.analysis.sweep.plan import NO_SCENARIO
from biped_control.analysis.sweep.prepared_parts import prepared_parts
from biped_control.configuration_file import read_yaml
from biped_control.controller_switches import SWITCHES
from biped_control.motion.clip import Clip
from biped_control.resources import share_path
from biped_control.settings import load_settings
from biped_control.simulation.scenario import load_scenario

_IN_THE_ROWS = ("gamma", *SWITCHES)
_NOT_IN_A_ROLLOUT = (
    "commands",
    "dashboard",
    "doctor",
    "environment",
    "estimation",
    "hardware",
    "nodes",
    "cli.py",
)
_ANALYSIS_IN_A_ROLLOUT = ("analysis/*.py", "analysis/sweep/*.py")


@cache
def provenance(clips: tuple[str, ...], scenarios: tuple[str, ...]) -> Mapping[str, str]:
    """What rollouts in this process depend on, by names that a person understands.

    Args:
        clips, scenarios: those of the sweep.

    Raises:
        BipedError: a clip or scenario is not there, or a configuration file is broken.
    """
    settings = load_settings()
    controls = {key: value for key, value in settings.model_dump().items() if key not in _IN_THE_ROWS}
    facts = {**describe_versions(), "distributed": version("distributed"), "code": code_digest()}
    facts |= {f"config/control.yaml {key}": str(value) for key, value in controls.items()}
    weights = read_yaml(share_path("config/weights.yaml"))
    facts["config/weights.yaml"] = _digest([json.dumps(weights, sort_keys=True).encode()])
    for name in clips:
        parts = prepared_parts(name, settings)
        facts["robot"] = parts.robot.fingerprint
        facts |= {f"clip {clip.name}": _clip_digest(clip) for clip in parts.clips.values()}
    for name in scenarios:
        if name != NO_SCENARIO:
            facts[f"scenario {name}"] = _digest([load_scenario(name).model_dump_json().encode()])
    return facts


@cache
def code_digest() -> str:
    """Digest of the part of this library that a rollout runs through."""
    package = Path(biped_control.__file__).parent
    files = [path for path in package.rglob("*.py") if _matters(path.relative_to(package))]
    return _digest(
        path.relative_to(package).as_posix().encode() + path.read_bytes() for path in sorted(files)
    )


def _matters(path: Path) -> bool:
    if path.parts[0] == "analysis":
        return any(path.match(pattern) for pattern in _ANALYSIS_IN_A_ROLLOUT)
    return path.parts[0] not in _NOT_IN_A_ROLLOUT


def _clip_digest(clip: Clip) -> str:
    arrays = (clip.positions, clip.torques, clip.forces, clip.contacts)
    return _digest([repr(clip.advance).encode(), *(array.tobytes() for array in arrays)])


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:12]
