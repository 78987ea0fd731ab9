"""Parameters of a node: what may be set, when, and in whose words a value is refused."""

from typing import Any

from biped_control.errors import ConfigurationError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.graph import load_graph
from biped_control.settings import RATES_HZ, load_settings


class Trial(ControlNode):
    """Declares one parameter of each kind."""

    def __init__(self) -> None:
        super().__init__("trial")
        self.taken: list[object] = []
        self.rate = self.argument("rate", float)
        self.seed = self.argument("seed", int)
        self.engine = self.argument("engine", str)
        self.gamma = self.argument("gamma", float, take=self.taken.append)
        self.share = self.number("share", 0.5, "How much.", 0.0, 1.0)
        self.word = self.text("word", "yes", "Anything but no.", take=self._take_word)
        self.chosen = self.switches("feel_ground")

    def _take_word(self, word: str) -> None:
        if word == "no":
            raise ConfigurationError("word 'no': expected another one")
        self.taken.append(word)


def test_values_come_from_the_command_line_or_are_the_defaults(bench: Any) -> None:
    node = bench.start(Trial, seed=4, feel_ground=True)
    assert (node.seed, node.share, node.word) == (4, 0.5, "yes")
    assert node.chosen == {"feel_ground": True}
    assert node.rate == load_settings().rate_hz


def test_a_change_is_taken_where_it_can_take_effect(bench: Any) -> None:
    node = bench.start(Trial)
    assert bench.change("gamma", 0.25).successful
    assert bench.change("word", "perhaps").successful
    assert node.taken == [0.25, "perhaps"]
    assert "read-only" in bench.change("seed", 4).reason
    assert node.get_parameter("seed").value == 0


def test_a_value_is_refused_in_the_words_of_the_library(bench: Any) -> None:
    node = bench.start(Trial)
    refused = bench.change("word", "no")
    assert (refused.successful, refused.reason) == (False, "word 'no': expected another one")
    assert not bench.change("gamma", 100.5).successful
    assert (node.get_parameter("word").value, node.get_parameter("gamma").value) == ("yes", node.gamma)
    assert not node.taken


def test_arguments_of_the_graph_are_described_as_there(bench: Any) -> None:
    node, graph = bench.start(Trial), load_graph()
    for name in ("rate", "seed", "engine", "gamma", "priority", "feel_ground"):
        assert node.get_parameter(name).value == graph.default(name)
        assert node.describe_parameter(name).description == graph.arguments[name].description
    (limits,) = node.describe_parameter("seed").integer_range
    assert (limits.from_value, limits.to_value, limits.step) == (0, 2**31 - 1, 1)
    (limits,) = node.describe_parameter("gamma").floating_point_range
    assert (limits.from_value, limits.to_value) == (0.0, 100.0)
    assert node.describe_parameter("engine").additional_constraints == graph.arguments["engine"].expected


def test_a_control_rate_is_one_of_those_that_settings_may_have(bench: Any) -> None:
    (limits,) = bench.start(Trial, rate=240.0).describe_parameter("rate").floating_point_range
    assert (limits.from_value, limits.to_value) == RATES_HZ
    assert bench.node.rate == 240.0
