"""Time strategies, and comparison of simulated times."""

from __future__ import annotations


class TimeStrategies:
    """Names of the time strategies, as given to ``Environment.set_time_strategy``."""

    #: Simulated time follows the wall clock. Frames may be dropped.
    BestEffort = 0
    #: Each step advances by the same amount, as fast as possible.
    FixedSimulationStep = 1

    _HUMAN = {BestEffort: "Best Effort", FixedSimulationStep: "Fixed Simulation Step"}
    _PYTHON = {BestEffort: "BestEffort", FixedSimulationStep: "FixedSimulationStep"}

    @staticmethod
    def human_repr(strategy: int) -> str:
        """The name for users. Raises KeyError for an unknown strategy."""
        return TimeStrategies._HUMAN[strategy]

    @staticmethod
    def python_repr(strategy: int) -> bytes:
        """The Python expression, as bytes to be written into scripts. Raises KeyError for an unknown strategy."""
        return ("TimeStrategies." + TimeStrategies._PYTHON[strategy]).encode()


def time_isafter(a: float, b: float) -> bool:
    """Whether simulated time ``a`` has reached ``b``, within half a tick. [s]"""
    from morse.host import scene_state  # of components only

    return b - a < 0.5 / scene_state.rate_hz
