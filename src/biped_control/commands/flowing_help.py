"""Help texts that fill the terminal, however wide it is."""

import inspect

_AS_IT_STANDS = "\b\n"  # how docstrings mark examples and lists


def flowing(docstring: str | None) -> str:
    """The help text of a command: each paragraph is one line, to be broken where the terminal ends.

    typer keeps the line breaks of a docstring, and breaks again what is wider than the terminal: words that
    stand alone on a line. A paragraph that begins with a line of its own with a backspace keeps its lines.

    Args:
        docstring: of the command.
    """
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(
        paragraph.removeprefix(_AS_IT_STANDS)
        if paragraph.startswith(_AS_IT_STANDS)
        else paragraph.replace("\n", " ")
        for paragraph in paragraphs
    )
