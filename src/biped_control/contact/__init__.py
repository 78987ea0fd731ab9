"""Contacts: constraints, what is felt of the ground, and contact adaptation."""
