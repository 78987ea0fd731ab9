"""`biped gazebo world`: the ground of a scenario as a world file."""

from pathlib import Path
from typing import Annotated

import typer

from biped_control.commands.output import JsonOption, output_to
from biped_control.errors import ConfigurationError


def gazebo_world(
    output_file: Annotated[Path, typer.Argument(metavar="FILE", help="The world file to write (SDF).")],
    scenario: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="A name in config/scenarios.yaml or a YAML file. Default: level ground."
        ),
    ] = "",
    rate: Annotated[
        float, typer.Option(metavar="HZ", min=100.0, max=100000.0, help="Physics steps a second.")
    ] = 1000.0,
    length: Annotated[
        float,
        typer.Option(metavar="METRES", min=1.0, max=300.0, help="How far it goes; level beyond."),
    ] = 30.0,
    json_file: JsonOption = None,
) -> None:
    """Write a Gazebo world with the ground and friction of a scenario.

    For `gz sim` and `ros2 launch biped gazebo.launch.py walk:=false world:=FILE`.
    Pushes, sensor noise and the like are no part of a world. Worlds that ship:
    flat, stairs, slope and rough.

    [bold]Examples[/bold]

    \b
    biped gazebo world ledges.sdf --scenario ledges
    biped gazebo world mine.sdf --scenario my_scenario.yaml --rate 1200

    [bold]JSON keys[/bold]: file, world (its name), scenario, boxes, step_ns.
    """
    from biped_control.atomic_write import atomic_write
    from biped_control.simulation.scenario import Scenario, load_scenario
    from biped_control.simulation.sdf_world import step_nanoseconds
    from biped_control.simulation.world_files import scenario_world

    with output_to(json_file) as output:
        chosen = load_scenario(scenario) if scenario else Scenario()
        text = scenario_world(output_file.stem, chosen, rate, length)
        try:
            with atomic_write(output_file) as temporary:
                temporary.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ConfigurationError(
                f"{output_file}: cannot be written ({error}); expected a folder that exists"
            ) from error
        output.show(f"{output_file}: world '{output_file.stem}'")
        output.result = {
            "file": str(output_file),
            "world": output_file.stem,
            "scenario": scenario or "flat",
            "boxes": text.count("<collision "),
            "step_ns": step_nanoseconds(rate),
        }
