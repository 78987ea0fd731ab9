"""ROS 2 nodes, one file each, and what starts them. Nothing outside this folder imports ROS.

Importing the folder pins the numeric libraries to one thread: a node works on matrices too small for more,
and threads that wait for each other are what makes a control loop late.
"""

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
