"""Answers of the simulator to service requests."""

from __future__ import annotations

from . import codec
from .codec import Value
from .errors import MorseServerError, MorseServiceError, MorseServiceFailed, MorseServicePreempted

__all__ = ["FAILURE", "PREEMPTED", "SUCCESS", "outcome"]

SUCCESS = "SUCCESS"
FAILURE = "FAILED"
PREEMPTED = "PREEMPTED"


def outcome(status: str, value: str) -> Value:
    """The value of an answer; None for an empty one.

    Raises MorseServiceFailed, TypeError for a wrong number of parameters, MorseServicePreempted, or MorseServiceError
    for an unknown status.
    """
    try:
        result = codec.decode(value) if value else None
    except ValueError:
        raise MorseServerError(f"the simulator's answer is not JSON: <{value[:200]}>") from None
    if status == SUCCESS:
        return result
    if status == FAILURE:
        if isinstance(result, str) and "wrong # of parameters" in result:
            raise TypeError(result)
        raise MorseServiceFailed(result)
    if status == PREEMPTED:
        raise MorseServicePreempted(result)
    raise MorseServiceError(f"{status} {value}".strip())
