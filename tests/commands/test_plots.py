from pathlib import Path

import pytest

from biped_control.commands.plots import writing_plots
from biped_control.errors import ConfigurationError


def test_without_matplotlib_the_message_says_what_to_do() -> None:
    with pytest.raises(ConfigurationError, match="pip install matplotlib"), writing_plots(Path("plots")):
        raise ImportError("No module named 'matplotlib'")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    folder = file / "plots"
    wanted = r"--plots .*file/plots: cannot be written"
    with pytest.raises(ConfigurationError, match=wanted), writing_plots(folder):
        folder.mkdir()
