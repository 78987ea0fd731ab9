"""Settings that the tests of operators share."""

import pytest

from biped_control.steering.operator.joy_mapping import JoyMapping, load_joy_mapping
from biped_control.steering.operator.settings import OperatorSettings, load_operator_settings


@pytest.fixture(scope="session")
def settings() -> OperatorSettings:
    """Those that ship with the library."""
    return load_operator_settings()


@pytest.fixture(scope="session")
def mapping() -> JoyMapping:
    """The one that ships with the library."""
    return load_joy_mapping()
