"""Exceptions of MORSE."""


class MorseError(Exception):
    """Base of all MORSE errors; ``value`` is the text."""

    def __init__(self, value: object = "") -> None:
        super().__init__(value)
        self.value = value

    def __str__(self) -> str:
        return str(self.value)


class MorseEnvironmentError(MorseError):
    """The installation or the simulation environment is not usable."""


class MorseMiddlewareError(MorseError):
    """A middleware is missing or failed."""


class MorseMultinodeError(MorseError):
    """The exchange between simulation nodes failed."""


class MorseServiceError(MorseError):
    """Base of all errors of services."""


class MorseRPCInvokationError(MorseServiceError):
    """A request was refused. Raise it in a service to answer FAILED with a text."""


class MorseServiceAlreadyRunningError(MorseRPCInvokationError):
    """A service that cannot be interrupted is running."""


class MorseMethodNotFoundError(MorseRPCInvokationError):
    """No service of that name."""


class MorseWrongArgsError(MorseRPCInvokationError):
    """A request had wrong arguments."""


class MorseRPCNbArgsError(MorseWrongArgsError):
    """A request had the wrong number of arguments."""


class MorseRPCTypeError(MorseWrongArgsError):
    """A request had an argument of the wrong type."""


class MorseBuilderError(MorseError):
    """A scene script describes something impossible."""


class MorseBuilderNoComponentError(MorseBuilderError):
    """A scene script names a component that does not exist."""


class MorseBuilderBadSyntaxError(MorseBuilderError):
    """An argument in a scene script has the wrong form."""


class MorseBuilderUnexportableError(MorseBuilderError):
    """A scene script exports a component without data."""


__all__ = [name for name in dir() if name.startswith("Morse")]
