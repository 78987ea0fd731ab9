"""Names of clips, for those who need no clip."""

import re

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""Names of clips are names of files, too."""
