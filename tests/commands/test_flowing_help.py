"""Help texts for every width."""

from biped_control.commands.flowing_help import flowing

DOCSTRING = """Walks.

    On and on,
    until it ends.

    \b
    walk     on two feet
      fast   in a hurry

    Keys: one,
    two.
    """


def test_paragraphs_become_lines_and_lists_stay() -> None:
    walks, on, listed, keys = flowing(DOCSTRING).split("\n\n")
    assert (walks, on, keys) == ("Walks.", "On and on, until it ends.", "Keys: one, two.")
    assert listed == "walk     on two feet\n  fast   in a hurry"


def test_nothing_to_say() -> None:
    assert flowing(None) == ""
