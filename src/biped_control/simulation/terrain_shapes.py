"""Grounds of a few numbers: repeated ledges, stairs, slopes, a random field, slippery patches.

All of them are level and at height zero around the origin, where the robot starts, and vary along x only.
"""

from dataclasses import replace
from itertools import pairwise
from math import isfinite, radians, tan

import numpy as np

from biped_control.errors import EngineError
from biped_control.simulation.terrain import REACH, Stretch, Terrain

LEVEL_UNTIL = 2.0  # [m] the first step or slope begins here
STEEPEST_DEGREES = 30.0
_LENGTH = 300.0  # [m] of uneven ground ahead, more than the fastest clip covers in a minute


def repeated_ledges(rises: tuple[float, ...], spacing: float) -> Terrain:
    """Level pieces; each lies `rises` above the one before, again and again in this order.

    Args:
        rises: positive up [m]. (-0.06, 0.03) goes six centimetres down, three up, and so on; one positive
            number makes stairs.
        spacing: length of a piece [m].

    Raises:
        EngineError: no rises, a number that is not finite, or pieces shorter than a centimetre or longer than
            the ground.
    """
    if not rises or not all(isfinite(rise) for rise in rises):
        raise EngineError(f"ledges: expected finite rises [m], at least one, got {rises}")
    _check_length("ledges: spacing", spacing)
    count = round(_LENGTH / spacing)
    with np.errstate(over="ignore"):  # `Terrain` refuses what is not finite
        heights = np.cumsum(np.resize(rises, count))
    pieces = [Stretch(LEVEL_UNTIL + k * spacing, float(height)) for k, height in enumerate(heights)]
    return Terrain("ledges", (Stretch(-REACH, 0.0), *pieces))


def slope(degrees: float) -> Terrain:
    """A slope without end, positive uphill [degree].

    Raises:
        EngineError: steeper than `STEEPEST_DEGREES`.
    """
    if not abs(degrees) <= STEEPEST_DEGREES:
        raise EngineError(f"slope: expected at most {STEEPEST_DEGREES:g} degrees up or down, got {degrees}")
    return Terrain("slope", (Stretch(-REACH, 0.0), Stretch(LEVEL_UNTIL, 0.0, tan(radians(degrees)))))


def random_field(seed: int, height: float, wavelength: float) -> Terrain:
    """Facets without steps between random heights.

    Args:
        seed: the same seed gives the same ground.
        height: the ground stays within this far above and below zero [m].
        wavelength: two facets [m].

    Raises:
        EngineError: a facet might be steeper than `STEEPEST_DEGREES`, or a number is out of range.
    """
    _check_length("random field: wavelength", wavelength)
    facet = 0.5 * wavelength
    if not height >= 0.0 or not 2.0 * height <= facet * tan(radians(STEEPEST_DEGREES)):
        raise EngineError(
            f"random field: height {height} m with wavelength {wavelength} m; expected 0 or more, and facets "
            f"of at most {STEEPEST_DEGREES:g} degrees"
        )
    random = np.random.default_rng((seed, 6))
    heights = random.uniform(-height, height, round(_LENGTH / facet))
    heights[[0, -1]] = 0.0
    pieces = [
        Stretch(LEVEL_UNTIL + k * facet, float(here), float(there - here) / facet)
        for k, (here, there) in enumerate(pairwise(heights))
    ]
    end = Stretch(LEVEL_UNTIL + len(pieces) * facet, 0.0)
    return Terrain("random field", (Stretch(-REACH, 0.0), *pieces, end))


def with_patch(terrain: Terrain, start: float, end: float, friction: float) -> Terrain:
    """The same ground with another Coulomb coefficient from x = start to end [m].

    A patch can only be more slippery than the sole: the lower coefficient of the two counts.

    Raises:
        EngineError: an empty patch or a negative coefficient.
    """
    if not (isfinite(start) and isfinite(end) and start < end):
        raise EngineError(f"friction patch: expected start below end [m], got {start} and {end}")
    pieces: list[Stretch] = []
    ends = [*(stretch.start for stretch in terrain.stretches[1:]), float("inf")]
    for stretch, stop in zip(terrain.stretches, ends, strict=True):
        cuts = [stretch.start, *(x for x in (start, end) if stretch.start < x < stop)]
        for x in cuts:
            piece = replace(stretch, start=x, height=stretch.height + stretch.grade * (x - stretch.start))
            pieces.append(replace(piece, friction=friction) if start <= x < end else piece)
    return Terrain(terrain.name, tuple(pieces))


def _check_length(what: str, metres: float) -> None:
    if not 0.01 <= metres <= _LENGTH:
        raise EngineError(f"{what}: expected a length of 0.01 to {_LENGTH:g} m, got {metres}")
