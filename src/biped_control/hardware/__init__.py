"""Devices: what is plugged into this machine."""
