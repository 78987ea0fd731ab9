"""What is slow the first time only."""

from pathlib import Path

import pytest

from biped_control.analysis import preparation
from biped_control.analysis.assembly import WalkParts
from biped_control.settings import load_settings


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[WalkParts]:
    """An empty kernel cache; compilation only writes its stamp, and what it was asked for is kept here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    asked: list[WalkParts] = []
    monkeypatch.setattr(preparation, "_rehearse", asked.append)
    return asked


def test_kernels_are_compiled_once(walk_parts: WalkParts, compiled: list[WalkParts]) -> None:
    announced: list[str] = []

    def announce(what: str, how_far: str) -> None:
        announced.append(what)

    assert not preparation.kernels_ready()
    preparation.prepare("walk", load_settings(), announce)
    assert len(compiled) == 1
    assert len(announced) == 1
    assert "kernels" in announced[0]
    assert preparation.kernels_ready()
    preparation.prepare("walk", load_settings(), announce)
    assert len(compiled) == 1
    assert len(announced) == 1


def test_another_machine_compiles_again(
    walk_parts: WalkParts, compiled: list[WalkParts], monkeypatch: pytest.MonkeyPatch
) -> None:
    preparation.compile_kernels(walk_parts)
    assert preparation.kernels_ready()
    monkeypatch.setattr("numba.__version__", "0.0.1")
    assert not preparation.kernels_ready()


def test_interrupted_compilation_leaves_no_stamp(
    walk_parts: WalkParts, compiled: list[WalkParts], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: WalkParts) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(preparation, "_rehearse", interrupted)
    with pytest.raises(KeyboardInterrupt):
        preparation.compile_kernels(walk_parts)
    assert not preparation.kernels_ready()


def test_cache_that_cannot_be_written(
    walk_parts: WalkParts, compiled: list[WalkParts], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    preparation.compile_kernels(walk_parts)  # works, and will compile again next time
    assert not preparation.kernels_ready()
    assert (tmp_path / "file").read_text() == "in the way"
