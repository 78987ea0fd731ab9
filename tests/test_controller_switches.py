"""The switches of the controller, and the files that name them again."""

import pytest
from pydantic import ValidationError

from biped_control.configuration_file import read_yaml
from biped_control.controller_switches import SWITCHES, ControllerSwitches
from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.settings import configured_switches, load_settings


def test_those_that_nobody_mentions_are_off() -> None:
    assert set(ControllerSwitches().model_dump().values()) == {False}
    assert set(ControllerSwitches.all_on().model_dump().values()) == {True}
    with pytest.raises(ValidationError):
        ControllerSwitches.model_validate({"feel_grund": True})


def test_words_of_a_command_line_follow_the_switches() -> None:
    chosen = ControllerSwitches(adjust_steps=True)
    assert chosen.switch_words == ["--flat-belief", "--adjust-steps", "--no-find-delay"]
    words = {word for option in SWITCHES.values() for word in (option.on, option.off)}
    assert len(words) == 2 * len(SWITCHES)


def test_settings_are_switches_with_more() -> None:
    chosen = load_settings().replaced(find_delay=True).switches
    assert type(chosen) is ControllerSwitches
    assert chosen == ControllerSwitches(find_delay=True)


def test_what_is_not_chosen_is_as_it_ships() -> None:
    assert configured_switches() == load_settings().switches
    assert configured_switches(feel_ground=True).feel_ground
    with pytest.raises(ConfigurationError, match="feel_grund"):
        configured_switches(feel_grund=True)


def test_files_that_a_user_reads_know_every_switch() -> None:
    settings, graph = (read_yaml(share_path(f"config/{name}.yaml")) for name in ("control", "graph"))
    assert isinstance(settings, dict)
    assert isinstance(graph, dict)
    for name in SWITCHES:
        assert name in settings
        assert graph["arguments"][name]["setting"] == name
        assert any(name in node.get("parameters", ()) for node in graph["nodes"].values())
