"""Models of the folder assets/environments, one module for each group."""
