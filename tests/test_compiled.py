"""The cache of compiled kernels knows every kernel's source."""

from pathlib import Path

import pytest

from biped_control import compiled


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one kernel, one file without, and a cache of its own."""
    (tmp_path / "library" / "contact").mkdir(parents=True)
    (tmp_path / "library" / "contact" / "lemke.py").write_text("@kernel\ndef pivot(): ...\n")
    (tmp_path / "library" / "cli.py").write_text("def main(): ...\n")
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path / "library")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "library"


def test_a_changed_or_moved_kernel_has_another_folder(package: Path) -> None:
    kernels = package / "contact" / "lemke.py"
    before = compiled._cache_folder()
    assert before.parent == package.parent / "cache" / "biped" / "kernels"
    kernels.write_text(kernels.read_text() + "# faster\n")
    changed = compiled._cache_folder()
    kernels.rename(package / "contact" / "pivoting.py")
    moved = compiled._cache_folder()
    assert len({before, changed, moved}) == 3


def test_other_files_do_not_matter(package: Path) -> None:
    before = compiled._cache_folder()
    (package / "cli.py").write_text("def main(): return 1\n")
    assert compiled._cache_folder() == before


def test_a_kernel_computes_what_its_source_says() -> None:
    def weighted(number: float, weight: float) -> float:
        return weight * number if number > 0.0 else 0.0

    quick = compiled.kernel(weighted)
    for number in (-1.0, 0.0, 2.5):
        assert quick(number, 3.0) == weighted(number, 3.0)
