"""`biped library list`: what there is to walk with."""

from typing import TYPE_CHECKING

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.tables import clip_table

if TYPE_CHECKING:
    from biped_control.analysis.library.tracking_results import TrackingResults
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.motion.library.entry import Entry

_UNKNOWN = (
    "frames",
    "residual",
    "seconds_to_build",
    "rate_hz",
    "speed_mps",
    "turn_deg",
    "cyclic",
    "start_hub",
    "end_hub",
    "source",
    "good",
    "checks",
)
"""Keys without a value as long as a clip is not built."""


def library_list(recipes: RecipesOption = None, json_file: JsonOption = None) -> None:
    """List the clips of the library. Nothing is built.

    The library is the folder $BIPED_LIBRARY, ~/.cache/biped/library unless set,
    and the recipes of config/library.yaml and of your own file. A recipe without
    numbers is built when it is first used. A stale clip is one that its recipe no
    longer makes: the recipe, or what it needs, has changed or fails since. Columns
    of policy and engine: seconds on its feet in `biped library track`, with ! if
    it fell then.

    [bold]Examples[/bold]

    \b
    biped library list
    BIPED_LIBRARY=/data/clips biped library list --json -

    [bold]JSON keys[/bold]: clips[] with name, origin, ready, stale, state, problem
    (why it cannot be built or used, else null), tracking[] (see `biped library
    track`); frames, residual, seconds_to_build, rate_hz, speed_mps, turn_deg,
    cyclic, start_hub, end_hub, source, good, checks{} (value, limit, unit, where,
    passed), which are null where nothing is built.
    """
    from biped_control.analysis.library.tracking_results import TrackingResults
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.motion.library.recipe_book import RecipeBook
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        settings = load_settings()
        library = ClipLibrary(RobotModel.load(), settings.rate_hz, recipes=RecipeBook.load(recipes))
        tracked = TrackingResults(library, settings)
        clips = [_describe(library, tracked, entry) for entry in library.entries()]
        output.show(clip_table(clips))
        if any(clip["tracking"] for clip in clips):
            output.show("policy over engine: seconds on its feet in `biped library track`; !: it fell then")
        for clip in clips:
            if clip["problem"]:
                output.show(f"{clip['name']}: {clip['problem']}")
        output.result = {"clips": clips}


def _describe(library: "ClipLibrary", tracked: "TrackingResults", entry: "Entry") -> dict[str, object]:
    from biped_control.errors import BipedError

    stale = not entry.ready and entry.stale is not None
    described: dict[str, object] = {
        "name": entry.name,
        "origin": entry.origin,
        "ready": entry.ready,
        "stale": stale,
        **dict.fromkeys(_UNKNOWN),
        "tracking": [] if stale else [result.summary() for result in tracked.of(entry.name)],
    }
    problem = entry.problem
    if entry.ready or stale:
        try:
            summary = library.read(entry).summary()
            described |= {key: summary[key] for key in _UNKNOWN}
        except BipedError as error:
            problem = str(error)
    return described | {"state": _state(entry, stale), "problem": problem or None}


def _state(entry: "Entry", stale: bool) -> str:
    if entry.origin == "imported":
        return "imported"
    if entry.ready:
        return "built"
    return "stale" if stale else "not built"
