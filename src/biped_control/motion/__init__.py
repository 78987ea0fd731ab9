"""Motions: clips and what they are made from; a folder for each way to make them, and the library of all."""
