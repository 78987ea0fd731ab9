"""Two that sample for one library."""

from pathlib import Path

import pytest

from biped_control.analysis.steering.sampling_lock import only_sampler
from biped_control.errors import PolicyError


def test_the_second_one_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    folder = tmp_path / "library" / "steering"
    for _ in range(2):
        with only_sampler(folder):
            with pytest.raises(PolicyError, match="another `biped steering build`"), only_sampler(folder):
                pass
            with only_sampler(tmp_path / "other"):
                pass


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "steering").write_text("a file")
    complaint = r"steering: cannot be written.*BIPED_LIBRARY"
    with pytest.raises(PolicyError, match=complaint), only_sampler(tmp_path / "steering"):
        pass
