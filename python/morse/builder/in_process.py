"""Takes the scene that a program has described so far, to simulate it in the same process."""

import json

from morse.builder import errors, scene
from morse.builder.document import scene_document
from morse.builder.environment import Environment
from morse.core.exceptions import MorseBuilderError


def document_of(environment: Environment) -> str:
    """The document of the scene of this Environment, as JSON. The next scene of this program then begins empty.

    Raises MorseBuilderError when its scene was taken before, and what making the document raises.
    """
    current = scene.scene()
    if current.environment is None or current.environment() is not environment:
        raise MorseBuilderError(
            "this Environment belongs to a scene that was taken already: keep morse.Scene(environment) to simulate it again"
        )
    current.is_run = True
    place = current.settings.place
    try:
        environment.create()
        if current.failure is not None:
            raise current.failure
        return json.dumps(scene_document(current, place.file if place else None), allow_nan=False)
    finally:
        errors.remove_hook()
        scene.start_over()
