"""Statistics of a stream of values."""


class Stats:
    """Running mean and variance, by Welford's method."""

    def __init__(self) -> None:
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def update(self, x: float) -> None:
        """Add a value."""
        self.n += 1
        before = x - self.mean
        self.mean += before / self.n
        self.m2 += before * (x - self.mean)

    @property
    def variance(self) -> float:
        """Sample variance. Raises ZeroDivisionError for one value."""
        return self.m2 / (self.n - 1)
