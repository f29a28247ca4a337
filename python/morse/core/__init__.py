"""Base classes of components, and modules that scenes and components share."""
