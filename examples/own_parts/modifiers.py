"""A modifier: a position sensor that is now and then without reception."""

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
