"""The commands of `biped`, one file each: they read options, call the library and print.

What is slow to import (numerics, engines, ROS) is imported inside the functions that need it, so that
`biped --help` answers at once and `biped rollout` works without ROS. Importing the folder pins the numeric
libraries to one thread.
"""

from biped_control.threads import use_one_thread

use_one_thread()
