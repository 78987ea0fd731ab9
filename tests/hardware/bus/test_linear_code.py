"""Quantities as integers: rounding, saturation, refusal."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import HardwareError
from biped_control.hardware.bus.linear_code import LinearCode

codes = st.builds(
    lambda lower, width, bits: LinearCode(lower, lower + width, bits),
    st.floats(-1e3, 1e3),
    st.floats(1e-3, 1e4),
    st.integers(2, 16),
)


@given(codes, st.floats(0.0, 1.0))
def test_inside_the_bounds_the_error_is_half_a_step(code: LinearCode, share: float) -> None:
    value = code.lower + share * (code.upper - code.lower)
    assert abs(code.decode(code.encode(value)) - value) <= 0.5 * code.step * (1.0 + 1e-6)


@given(codes, st.integers(0, 65535))
def test_every_code_comes_back(code: LinearCode, number: int) -> None:
    number %= code.largest + 1
    assert code.encode(code.decode(number)) == number


@given(codes, st.floats(allow_nan=False))
def test_anything_gives_a_code(code: LinearCode, value: float) -> None:
    assert 0 <= code.encode(value) <= code.largest


@pytest.mark.parametrize(("value", "code"), [(-math.inf, 0), (-13.0, 0), (13.0, 65535), (math.inf, 65535)])
def test_outside_it_saturates(value: float, code: int) -> None:
    assert LinearCode(-12.5, 12.5, 16).encode(value) == code


def test_nan_is_refused() -> None:
    with pytest.raises(HardwareError, match="NaN"):
        LinearCode(-1.0, 1.0, 12).encode(math.nan)
