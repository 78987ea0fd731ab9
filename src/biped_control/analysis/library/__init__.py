"""The clips of the library: built, tracked, drawn."""
