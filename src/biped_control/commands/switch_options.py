"""An option for every switch of the controller, the same in each command that walks."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from biped_control.controller_switches import SWITCHES, SwitchOption

_GIVEN = "switches"


def with_switches(command: Callable[..., None]) -> Callable[..., None]:
    """A command with these options.

    Args:
        command: has a keyword `switches: Mapping[str, bool]`, in whose place they stand; it gets those that
            were given, by name.
    """

    @wraps(command)
    def with_options(**values: Any) -> None:
        chosen = {name: values.pop(name) for name in SWITCHES}
        given: Mapping[str, bool] = {name: on for name, on in chosen.items() if on is not None}
        command(**values, **{_GIVEN: given})

    own = signature(command)
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(switch))
        for name, switch in SWITCHES.items()
    ]
    parameters = list(own.parameters.values())
    place = list(own.parameters).index(_GIVEN)
    parameters[place : place + 1] = options
    complete = own.replace(parameters=parameters)
    with_options.__signature__ = complete  # type: ignore[attr-defined]  # this is what typer reads
    with_options.__annotations__ = {each.name: each.annotation for each in complete.parameters.values()}
    return with_options


def _annotation(switch: SwitchOption) -> Any:
    help_text = f"{switch.meaning} Default: as in config/control.yaml."
    return Annotated[bool | None, typer.Option(f"{switch.on}/{switch.off}", help=help_text)]
