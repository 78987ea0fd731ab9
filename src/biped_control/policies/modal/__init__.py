"""Modal-space control (Jain & Liu 2011): plans anew in every tick, without anything computed beforehand."""
