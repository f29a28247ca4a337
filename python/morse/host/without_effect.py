"""Tells once of each thing of the game engine that has no effect here."""

import logging
from typing import Set

logger = logging.getLogger("morse.core.blenderapi")

_told: Set[str] = set()


def without_effect(what: str) -> None:
    """Log once that something has no effect."""
    if what not in _told:
        _told.add(what)
        logger.warning("%s has no effect in this simulator", what)
