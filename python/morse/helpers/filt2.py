"""Second-order low-pass filter."""


class Filt2:
    """Follows an input with the natural frequency ``wn`` [rad/s] and the damping ratio ``ksi``.

    The integration is that of MORSE 1.4: its result depends on the length of the steps.
    """

    def __init__(self, wn: float = 1.0, ksi: float = 1.0) -> None:
        self.setParam(wn, ksi)
        self.init()

    def setParam(self, wn: float, ksi: float) -> None:
        """Set natural frequency [rad/s] and damping ratio."""
        self.wn = wn
        self.ksi = ksi

    def init(self) -> None:
        """Set output and rates to 0."""
        #: Output, its rate, its acceleration, and its rate one step before.
        self.x = [0.0, 0.0, 0.0, 0.0]
        self.xn = [0.0, 0.0]

    def simulate(self, u: float, dt: float) -> None:
        """Follow the input ``u`` for a step. [s] The output is ``x[0]``."""
        acceleration = self.wn * self.wn * (u - self.x[0]) - 2.0 * self.ksi * self.wn * self.x[1]
        self.xn[0] = self.x[0] + (self.x[3] + self.x[1]) * dt / 2.0
        self.xn[1] += (self.x[2] + acceleration) * dt / 2.0
        self.x = [self.xn[0], self.xn[1], acceleration, self.x[1]]
