"""The newest word of every part, and silence."""

from biped_control.dashboard.graph_health import GraphHealth, Level, PartHealth, worst


def part(node: str, name: str, level: Level = Level.OK, text: str = "fine") -> PartHealth:
    return PartHealth(node, name, level, text, {"ticks": "3"})


def test_the_newest_word_counts_and_nodes_are_in_order() -> None:
    health = GraphHealth()
    for one in (part("b", "x"), part("a", "y"), part("b", "x", Level.ERROR, "broken")):
        health.take(one, 0.0)
    assert [(one.node, one.part, one.text) for one in health.parts(1.0)] == [
        ("a", "y", "fine"),
        ("b", "x", "broken"),
    ]


def test_who_is_silent_is_stale_and_who_speaks_again_is_not() -> None:
    health = GraphHealth(stale_after=3.0)
    health.take(part("a", "x"), 0.0)
    health.take(part("b", "x"), 4.0)
    silent, heard = health.parts(5.0)
    assert (silent.level, silent.text) == (Level.STALE, "silent for 5 s; before: fine")
    assert silent.values == {"ticks": "3"}
    assert heard.level is Level.OK
    health.take(part("a", "x"), 6.0)
    assert worst(health.parts(6.0)) is Level.OK


def test_the_worst_part_is_the_level_of_the_whole() -> None:
    assert worst(()) is Level.OK
    parts = [part("a", "x", level) for level in (Level.OK, Level.ERROR, Level.WARNING)]
    assert worst(parts) is Level.ERROR
