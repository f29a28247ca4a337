"""Documents of scenes that a program describes and simulates in the same process."""

from __future__ import annotations

import json

from morse.builder import scene
from morse.builder.document.scene_document import scene_document
from morse.builder.environment import Environment
from morse.builder.script import errors
from morse.core.exceptions import MorseBuilderError


def document_of(environment: Environment) -> str:
    """The document of the scene of this Environment, as JSON. The next scene of this program begins empty.

    Raises MorseBuilderError when this scene was taken before, and all errors of the document.
    """
    current = scene.scene()
    if current.environment is None or current.environment() is not environment:
        raise MorseBuilderError(
            "this Environment belongs to a scene that was taken already: "
            "keep morse.Scene(environment) to simulate it again"
        )
    current.is_run = True
    place = current.settings.place if current.settings is not None else None
    try:
        environment.create()
        if current.failure is not None:
            raise current.failure
        return json.dumps(scene_document(current, place.file if place else None), allow_nan=False)
    finally:
        errors.remove_hook()
        scene.start_over()
