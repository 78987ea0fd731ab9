"""Properties of drives that exist only in a computer."""

from pydantic import BaseModel, ConfigDict, Field


class DriveSettings(BaseModel):
    """What makes a drive worse than an ideal torque source.

    Attributes:
        lag_s: time constant of the torque loop (first order); 0: at once.
        encoder_bits: steps a turn of the joint are 2^bits; 0: exact.
        velocity_filter_s: time constant of the filter behind the encoder differences.
        watchdog_s: without a command for longer, the drive brakes or lets go until the next one.
        watchdog_damping: braking of the watchdog, as share of the largest damping it can be told; 0: lets go.
        ambient_c: temperature at rest [degree C].
        heating_c_s: warming at the torque limit [degree C/s]; grows with the square of the torque.
        cooling_s: time constant of cooling down.
        hottest_c: over this the drive switches itself off.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    lag_s: float = Field(default=0.002, ge=0.0, le=0.1)
    encoder_bits: int = Field(default=16, ge=0, le=24)
    velocity_filter_s: float = Field(default=0.001, ge=0.0, le=0.1)
    watchdog_s: float = Field(default=0.025, gt=0.0, le=10.0)
    watchdog_damping: float = Field(default=0.0, ge=0.0, le=1.0)
    ambient_c: float = Field(default=25.0, ge=-40.0, le=100.0)
    heating_c_s: float = Field(default=1.0, ge=0.0, le=1000.0)
    cooling_s: float = Field(default=300.0, gt=0.0, le=1e5)
    hottest_c: float = Field(default=90.0, ge=0.0, le=120.0)


class LinkSettings(BaseModel):
    """What a bus does to frames on their way, in each direction.

    Attributes:
        latency_s: delay of every frame. jitter_s: more delay, uniform from 0; frames keep their order.
        loss: share of frames that never arrive.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    latency_s: float = Field(default=0.0, ge=0.0, le=1.0)
    jitter_s: float = Field(default=0.0, ge=0.0, le=1.0)
    loss: float = Field(default=0.0, ge=0.0, le=1.0)
