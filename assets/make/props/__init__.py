"""Models of the folder assets/props, one module for each group."""
