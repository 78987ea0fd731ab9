"""What can go wrong when a command writes pictures, in words of its options."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biped_control.errors import ConfigurationError


@contextmanager
def writing_plots(folder: Path) -> Iterator[None]:
    """Import and write pictures for `--plots FOLDER` within this.

    Raises:
        ConfigurationError: matplotlib is missing, or the folder cannot be written.
    """
    try:
        yield
    except ImportError as error:
        raise ConfigurationError(
            f"pictures need matplotlib ({error}); run `pip install matplotlib`, or do without them"
        ) from error
    except OSError as error:
        raise ConfigurationError(f"--plots {folder}: cannot be written ({error.strerror})") from error
