"""Recipes of clips, and the clips made from them, kept in a folder."""
