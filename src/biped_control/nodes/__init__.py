"""ROS 2 nodes, one file each, and what starts them. Nothing outside this folder imports ROS.

Importing the folder pins the numeric libraries to one thread.
"""

from biped_control.threads import use_one_thread

use_one_thread()
