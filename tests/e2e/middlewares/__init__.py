"""The other middlewares, against their real peers where these are there."""
