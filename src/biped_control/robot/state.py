"""The state of the robot in chain-root coordinates."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class State:
    """What a perfect sensor would measure at one instant.

    Attributes:
        q: (nv,) positions: x, y, z [m], yaw, pitch, roll [rad] of the base, then the joints [rad].
        v: (nv,) plain time derivative of `q` [m/s, rad/s].

    Both belong to the same instant. The discrete state of the papers, x_k = (q_k, v_k), lags in q: their
    step first moves q with the old v. It is (q - dt v, v) in terms of this class; only `policies/` needs to
    know.
    """

    q: FloatArray
    v: FloatArray
