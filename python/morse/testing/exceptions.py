"""Exceptions of tests with simulations."""


class MorseTestingError(Exception):
    """The simulation of a test could not be started, failed, or did not end; ``value`` is the text."""

    def __init__(self, value: object = "") -> None:
        super().__init__(value)
        self.value = value

    def __str__(self) -> str:
        return str(self.value)
