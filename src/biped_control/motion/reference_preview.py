"""What lies ahead in the reference: poses, velocities and contacts of the coming ticks."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class _Track:
    """A clip of T steps and n more of what follows: states of T + n + 1 frames, contacts, forces of T + n."""

    clip: Clip
    positions: FloatArray
    velocities: FloatArray
    contacts: BoolArray
    forces: FloatArray


class ReferencePreview:
    """Looks n ticks ahead in clips. What comes after a clip is taken to be the hub that it ends in.

    What steering or an itinerary will choose is not known yet, but all clips that may follow begin in that
    hub's first state.
    """

    def __init__(self, clips: Mapping[str, Clip], ticks: int) -> None:
        """
        Args:
            clips: by name, with the hubs that they end in.
            ticks: n, one or more.

        Raises:
            PolicyError: the hub that a clip ends in is not among them.
        """
        self._ticks = ticks
        self._tracks = {name: self._track(clip, clips) for name, clip in clips.items()}

    def of(self, reference: Reference) -> Preview:
        """The window that begins with `reference`, unless that brings its own.

        A reference that somebody has moved away from the clip, say after a push, moves the end along.

        Raises:
            PolicyError: the clip is not known, or the frame lies outside it.
        """
        if reference.ahead is not None:
            return reference.ahead
        track = self._tracks.get(reference.clip)
        if track is None:
            raise PolicyError(
                f"clip '{reference.clip}' is not known to the policy; it knows {sorted(self._tracks)}"
            )
        k, end = reference.frame, reference.frame + self._ticks
        if not 0 <= k < track.clip.steps:
            raise PolicyError(f"clip '{reference.clip}': frame {k} of {track.clip.steps}")
        moved = reference.state.q - track.positions[k]
        ahead = State(track.positions[end] + moved, track.velocities[end])
        return Preview(ahead, track.contacts[k:end], track.forces[k:end])

    def _track(self, clip: Clip, clips: Mapping[str, Clip]) -> _Track:
        positions, velocities, contacts, forces = [], [], [], []
        piece, placement, missing = clip, Placement(), clip.steps + self._ticks
        while missing > 0:
            steps = min(missing, piece.steps)
            states = [placement.to_world(piece.state(k)) for k in range(steps)]
            positions += [state.q for state in states]
            velocities += [state.v for state in states]
            contacts.append(piece.contacts[:steps])
            forces.append(placement.forces(piece.forces[:steps] * piece.contacts[:steps, :, None]))
            missing -= steps
            if steps == piece.steps:
                placement = placement.compose(piece.advance)
                if piece.end_hub not in clips:
                    raise PolicyError(
                        f"clip '{clip.name}' ends in '{piece.end_hub}', which the policy does not know; "
                        f"it knows {sorted(clips)}"
                    )
                piece, steps = clips[piece.end_hub], 0
        last = placement.to_world(piece.state(steps))
        return _Track(
            clip,
            np.array([*positions, last.q]),
            np.array([*velocities, last.v]),
            np.concatenate(contacts),
            np.concatenate(forces),
        )
