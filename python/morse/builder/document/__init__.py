"""The scene document: the scene as plain JSON data for the simulator."""
