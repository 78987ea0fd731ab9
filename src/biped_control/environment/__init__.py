"""The virtual environment of a machine without a ROS installation: `.venv` at the root of the checkout.

`python3 -m biped_control.environment` (`make env`) makes it from PyPI's wheels. Everything here runs before
any dependency is installed, so it imports the standard library alone.
"""
