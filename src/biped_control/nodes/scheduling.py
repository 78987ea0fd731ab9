"""Real-time scheduling and memory locking, where the system permits them."""

import ctypes
import os

_MCL_CURRENT, _MCL_FUTURE, _MCL_ONFAULT = 1, 2, 4  # the last: lock what is used, not all that is mapped


def request_realtime(priority: int) -> str:
    """Moves all threads of this process to SCHED_FIFO and locks its memory.

    Args:
        priority: 1 (low) to 98; 99 belongs to the kernel's watchdogs.

    Returns:
        Empty on success; otherwise what was refused and what to do, for a log. The process then goes on as it
        was.
    """
    try:
        for thread in os.listdir("/proc/self/task"):
            os.sched_setscheduler(int(thread), os.SCHED_FIFO, os.sched_param(priority))
    except PermissionError:
        return (
            f"SCHED_FIFO priority {priority} was refused; raise `rtprio` in /etc/security/limits.conf, "
            "use `docker run --ulimit rtprio=98 --cap-add SYS_NICE`, or use priority:=0"
        )
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mlockall(_MCL_CURRENT | _MCL_FUTURE | _MCL_ONFAULT) != 0:
        reason = os.strerror(ctypes.get_errno())
        return f"memory could not be locked ({reason}); raise the limit `memlock`. SCHED_FIFO is on"
    return ""
