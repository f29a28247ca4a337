"""Sensors, controllers and actuators of objects, as the game engine has them, for components."""
