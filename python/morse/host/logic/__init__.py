"""Logic bricks of Blender's game engine: sensors, controllers and actuators of objects."""
