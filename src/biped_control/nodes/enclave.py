"""Under which name a node process stands in the policy of SROS 2, where that is enforced."""

from collections.abc import Mapping, Sequence

ROOT = "/biped"
_ENABLED = "ROS_SECURITY_ENABLE"
_OPTION = "--enclave"


def in_enclave(arguments: Sequence[str], name: str, environment: Mapping[str, str]) -> list[str]:
    """A command line that says which enclave of the keystore its process is, unless it says so already.

    Args:
        arguments: with the ROS arguments at the end.
        name: of the node, or of the executable that runs several.
        environment: its variables; nothing is added where they do not turn security on.
    """
    if environment.get(_ENABLED, "").lower() != "true" or _OPTION in arguments:
        return list(arguments)
    return [*arguments, "--ros-args", _OPTION, f"{ROOT}/{name}"]
