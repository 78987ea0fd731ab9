"""Contacts: complementarity problems, friction cone and contact adaptation."""
