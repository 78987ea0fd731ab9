"""`biped library list`: what there is to walk with."""

from typing import TYPE_CHECKING

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.tables import clip_table

if TYPE_CHECKING:
    from biped_control.motion.library import ClipLibrary, Entry


def library_list(json_file: JsonOption = None) -> None:
    """List the clips of the library. Nothing is built.

    The library is the folder $BIPED_LIBRARY, ~/.cache/biped/library unless set,
    and the recipes of config/library.yaml. A recipe without numbers is built when
    it is first used.

    [bold]Examples[/bold]

    \b
    biped library list
    BIPED_LIBRARY=/data/clips biped library list --json -

    [bold]JSON keys[/bold]: clips[] with name, frames, residual, seconds_to_build
    (null where nothing is built); origin, ready, rate_hz, speed_mps, cyclic,
    source, problem (why it cannot be used, else null).
    """
    from biped_control.motion.library import ClipLibrary
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        library = ClipLibrary(RobotModel.load(), load_settings().rate_hz)
        clips = [_describe(library, entry) for entry in library.entries()]
        output.show(clip_table(clips))
        output.result = {"clips": clips}


def _describe(library: "ClipLibrary", entry: "Entry") -> dict[str, object]:
    from biped_control.errors import ClipError

    keys = ("frames", "residual", "seconds_to_build", "rate_hz", "speed_mps", "cyclic", "source")
    described: dict[str, object] = {"name": entry.name, "origin": entry.origin, "ready": entry.ready}
    described |= dict.fromkeys(keys)
    problem = None if entry.ready else "not built yet"
    if entry.ready:
        try:
            described |= {key: value for key, value in library.read(entry).summary().items() if key in keys}
        except ClipError as error:
            problem = str(error)
    return described | {"problem": problem}
