"""Parameters of a node: what may be set, when, and in whose words a value is refused."""

from typing import Any

from biped_control.errors import ConfigurationError
from biped_control.nodes.control_node import ControlNode
from biped_control.settings import RATES_HZ, load_settings


class Trial(ControlNode):
    """Declares one parameter of each kind."""

    def __init__(self) -> None:
        super().__init__("trial")
        self.taken: list[object] = []
        self.rate = self.rate_parameter()
        self.count = self.integer("count", 3, "How many.", 1, 5)
        self.share = self.number("share", 0.5, "How much.", 0.0, 1.0, take=self.taken.append)
        self.word = self.text("word", "yes", "Anything but no.", take=self._take_word)
        self.chosen = self.switches("feel_ground")

    def _take_word(self, word: str) -> None:
        if word == "no":
            raise ConfigurationError("word 'no': expected another one")
        self.taken.append(word)


def test_values_come_from_the_command_line_or_are_the_defaults(bench: Any) -> None:
    node = bench.start(Trial, count=4, feel_ground=True)
    assert (node.count, node.share, node.word) == (4, 0.5, "yes")
    assert node.chosen == {"feel_ground": True}
    assert node.rate == load_settings().rate_hz


def test_a_change_is_taken_where_it_can_take_effect(bench: Any) -> None:
    node = bench.start(Trial)
    assert bench.change("share", 0.25).successful
    assert bench.change("word", "perhaps").successful
    assert node.taken == [0.25, "perhaps"]
    assert "read-only" in bench.change("count", 4).reason
    assert node.get_parameter("count").value == 3


def test_a_value_is_refused_in_the_words_of_the_library(bench: Any) -> None:
    node = bench.start(Trial)
    refused = bench.change("word", "no")
    assert (refused.successful, refused.reason) == (False, "word 'no': expected another one")
    assert not bench.change("share", 1.5).successful
    assert (node.get_parameter("word").value, node.get_parameter("share").value) == ("yes", 0.5)
    assert not node.taken


def test_a_control_rate_is_one_of_those_that_settings_may_have(bench: Any) -> None:
    (limits,) = bench.start(Trial, rate=240.0).describe_parameter("rate").floating_point_range
    assert (limits.from_value, limits.to_value) == RATES_HZ
    assert bench.node.rate == 240.0
