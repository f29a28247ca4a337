"""Statistics of values that come one by one."""


class Stats:
    """Mean and variance so far, by Welford's method."""

    def __init__(self) -> None:
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def update(self, x: float) -> None:
        """Take one more value."""
        self.n += 1
        before = x - self.mean
        self.mean += before / self.n
        self.m2 += before * (x - self.mean)

    @property
    def variance(self) -> float:
        """Variance of the sample; there is none of less than two values."""
        return self.m2 / (self.n - 1)
