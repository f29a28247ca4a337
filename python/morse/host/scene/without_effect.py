"""Warnings for parts of the game engine that have no effect here, one for each."""

import logging

logger = logging.getLogger("morse.core.blenderapi")

_logged: set[str] = set()


def without_effect(subject: str) -> None:
    """Log once that something has no effect."""
    if subject not in _logged:
        _logged.add(subject)
        logger.warning("%s has no effect in this simulator", subject)
