"""PID controller."""

from morse.host import scene_state

#: A change of the setpoint up to this limit keeps the sum of errors.
_SAME_TARGET = 0.1


class PIDController:
    """PID control of one value, in simulated time."""

    def __init__(self, kp: float = 1.0, kd: float = 1.0, ki: float = 1.0, limits_integrator: float = 10.0) -> None:
        self.kp, self.kd, self.ki = kp, kd, ki
        self._limit = limits_integrator
        self._setpoint = 0.0
        self.reset()

    def reset(self) -> None:
        """Reset all errors."""
        self._last_error = self._last_time_s = self._sum = 0.0

    @property
    def setpoint(self) -> float:
        """The desired value."""
        return self._setpoint

    @setpoint.setter
    def setpoint(self, value: float) -> None:
        if abs(value - self._setpoint) > _SAME_TARGET:
            self.reset()
        self._setpoint = value

    def update(self, measured_value: float) -> float:
        """The command for a measured value. The integral is the limited sum of errors over calls, not over time."""
        error = self._setpoint - measured_value
        elapsed_s = scene_state.time_s - self._last_time_s
        rate = (error - self._last_error) / elapsed_s if elapsed_s > 0.0 else 0.0
        self._last_error, self._last_time_s = error, scene_state.time_s
        self._sum = max(-self._limit, min(self._sum + error, self._limit))
        return self.kp * error + self.kd * rate + self.ki * self._sum
