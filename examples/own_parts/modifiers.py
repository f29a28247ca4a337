"""Modifiers: a position sensor with drop-outs, and contrast stretching of images."""

import random

from morse.core.services import service
from morse.modifiers import AbstractModifier


class Dropout(AbstractModifier):
    """Holds the last position for a while, with a probability at each reading."""

    def initialize(self):
        self.probability = self.parameter("probability", default=0.1)
        self.readings = self.parameter("readings", default=5)
        self.left = 0
        self.held = None

    def modify(self):
        if self.left == 0 and random.random() < self.probability:
            self.left = self.readings
        if self.left and self.held:
            self.left -= 1
            self.data.update(self.held)
        self.held = {name: self.data[name] for name in ("x", "y", "z")}
        self.data["is_held"] = self.left > 0

    @service
    def set_probability(self, probability):
        self.probability = probability


class Contrast(AbstractModifier):
    """Spreads the brightness of an image over the whole range. Slow: it has no numpy."""

    def modify(self):
        image = self.data["image"]
        if not image:
            # The camera has no image yet.
            return
        colors = [image[place] for place in range(len(image)) if place % 4 < 3]
        darkest, brightest = min(colors), max(colors)
        scale = 255.0 / max(1, brightest - darkest)
        for place in range(len(image)):
            if place % 4 < 3:
                image[place] = int((image[place] - darkest) * scale)
