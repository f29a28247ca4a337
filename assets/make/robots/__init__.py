"""Models of the folder assets/robots, one module for each group."""
