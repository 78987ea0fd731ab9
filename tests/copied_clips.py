"""A kind of recipe for tests: clips that are copied from files, so that building costs nothing.

A module of its own because the processes that build import it, too.
"""

import os
import signal
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Literal

from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import load_clip
from biped_control.motion.clip_recipe import ClipRecipe, RecipeFile
from biped_control.motion.ingredients import Ingredients
from biped_control.motion.library.recipes import MAKERS


class CopiedClip(ClipRecipe):
    """Attributes:
    file: the clip.
    start, end: hubs, unless it is cyclic.
    torque_factor: other than one it breaks the clip.
    mishap: what else happens to the process that copies.
    turn_deg, note: are in the recipe and change nothing.
    """

    source: Literal["copied"]
    file: RecipeFile
    start: str | None = None
    end: str | None = None
    torque_factor: float = 1.0
    mishap: Literal["killed", "stuck", None] = None
    turn_deg: float = 0.0
    note: str = ""


def copy_clip(ingredients: Ingredients, name: str, recipe: CopiedClip, progress: object = None) -> Clip:
    clip = load_clip(recipe.file)
    started = os.environ.get("BIPED_TEST_STARTED")
    if recipe.mishap == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if recipe.mishap == "stuck":
        Path(str(started)).write_text(str(os.getpid()), encoding="utf-8")
        sleep(60.0)
    start, end = recipe.hubs() or (name, name)
    assert set(ingredients.clips) == set(recipe.needs())
    return replace(clip, name=name, torques=recipe.torque_factor * clip.torques, start_hub=start, end_hub=end)


MAKERS[CopiedClip] = copy_clip
