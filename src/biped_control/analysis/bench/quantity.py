"""What `biped bench` says that is no time of many samples."""

Row = dict[str, object]


def quantity(name: str, value: float, unit: str) -> Row:
    """One entry of `quantities`."""
    return {"name": name, "value": value, "unit": unit}
