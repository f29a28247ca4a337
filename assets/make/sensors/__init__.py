"""Models of the folder assets/sensors, one module for each group."""
