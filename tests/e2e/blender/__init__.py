"""Built-in robots, sensors and actuators, and scenes as users write them."""
