"""`biped steering show`: what steering knows of the clips, and what it makes of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.plots import writing_plots
from biped_control.commands.steering_tables import edge_rows, edge_table

if TYPE_CHECKING:
    from biped_control.steering.value_function import ValueFunction


def steering_show(
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draws pictures, too, into this folder.")
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Show the value function that steers the clips of the library.

    Each clip with how often the robot survived it under disturbances, at which
    tracking cost and with which change of heading, and the risk that the planner
    reckons with: in a calm robot and in one that is in trouble. The pictures (PNG)
    of --plots: values and policy over the heading error, risks and costs of the
    clips. Clips of the library that steering leaves out come last, with the reason.

    [bold]Examples[/bold]

    \b
    biped steering show
    biped steering show --plots pictures --json -

    [bold]JSON keys[/bold]: planner (value function or greedy), notes[], sweeps; clips[]
    (see `biped steering build`; empty without a value function); left_out{} (why, by
    name); plots[].
    """
    from biped_control.commands.steering_library import steering_library
    from biped_control.settings import load_settings
    from biped_control.steering.planner_choice import planner_for
    from biped_control.steering.value_function_planner import ValueFunctionPlanner

    with output_to(json_file) as output:
        library = steering_library(recipes, load_settings())
        chosen = planner_for(library)
        planner = chosen.planner
        output.show(library.graph.describe())
        for note in chosen.notes:
            output.show(note)
        rows, pictures, sweeps = [], [], None
        if isinstance(planner, ValueFunctionPlanner):
            function = planner.function
            rows, sweeps = edge_rows(function.model), function.sweeps
            output.show(edge_table(rows))
            pictures = [] if plots is None else _draw(function, plots)
        left_out = dict(sorted({**library.left_out, **library.problems}.items()))
        for name, why in left_out.items():
            output.show(f"left out: {name}, {why}")
        for picture in pictures:
            output.show(str(picture))
        output.result = {
            "planner": planner.name,
            "notes": list(chosen.notes),
            "sweeps": sweeps,
            "clips": rows,
            "left_out": left_out,
            "plots": [str(picture) for picture in pictures],
        }


def _draw(function: "ValueFunction", folder: Path) -> list[Path]:
    with writing_plots(folder):
        from biped_control.analysis.steering.value_plots import write_value_plots

        return write_value_plots(function, folder)
