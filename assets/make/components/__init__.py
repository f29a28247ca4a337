"""Models of the folder assets/components, one module for each group."""
