"""Models of the folder assets/actuators, one module for each group."""
