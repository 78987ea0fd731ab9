"""The document: sections come and go one by one."""

from pathlib import Path

import pytest

from biped_control.analysis.reproduction.document import require_place, section, write_section
from biped_control.analysis.reproduction.table import Row
from biped_control.errors import ConfigurationError

ROWS = [Row("a|b", "claim", "found", True), Row("c", "claim", "found", False), Row("d", "claim", "-", None)]


def test_a_section() -> None:
    text = section("Toys", "\nBy hand.\n", ROWS, "Measured today.")
    lines = text.splitlines()
    assert lines[0] == "## Toys"
    assert "By hand." in lines
    assert "| a\\|b | claim | found | yes |" in lines
    assert "| c | claim | found | **no** |" in lines
    assert "| d | claim | - | not measured |" in lines
    assert lines[-1] == "Measured today."
    illustrated = section(
        "Toys", "By hand.", ROWS, "Measured today.", more="![toys](toys.png)\n\n"
    ).splitlines()
    assert illustrated == [*lines[:-1], "![toys](toys.png)", "", "Measured today."]


def test_other_sections_stay(tmp_path: Path) -> None:
    path = tmp_path / "reproduction.md"
    for name in ("one", "two", "three"):
        write_section(path, name, f"## {name}\n")
    path.write_text(path.read_text().replace("## one", "By hand.\n\n## one"))
    write_section(path, "two", "## new \\1\n")
    text = path.read_text()
    assert text.startswith("# What is claimed")
    assert "By hand." in text
    assert "## two" not in text
    assert text.index("## one") < text.index("## new \\1") < text.index("## three")
    assert text.count("<!-- begin") == text.count("<!-- end") == 3
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "reproduction.md"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigurationError, match=r"reproduction\.md: cannot be read"):
        write_section(path, "one", "## one\n")
    assert path.read_bytes() == b"\xff\xfe"
    with pytest.raises(ConfigurationError, match="existing folder"):
        write_section(tmp_path / "nowhere" / "file.md", "one", "## one\n")


@pytest.mark.parametrize(
    "marks",
    [["begin two"], ["end two"], ["end two", "begin two"], ["begin two", "begin two", "end two"]],
)
def test_marks_that_are_not_pairs(tmp_path: Path, marks: list[str]) -> None:
    path = tmp_path / "reproduction.md"
    text = "".join(f"<!-- {mark} -->\nBy hand.\n" for mark in ["begin one", "end one", *marks])
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=r"reproduction\.md: .*<!-- begin two -->.*<!-- end two -->"):
        write_section(path, "two", "## two\n")
    with pytest.raises(ConfigurationError, match="begins or ends is not clear"):
        require_place(path, "two")
    require_place(path, "one")
    assert path.read_text() == text
    write_section(path, "one", "## one\n")
    assert "By hand.\n" in path.read_text()
