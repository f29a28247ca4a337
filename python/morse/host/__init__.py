"""The component host: the process that holds the robots, sensors and actuators that users write in Python.

The simulator starts it when a scene names such a class, and talks to it on file descriptor 3, one JSON object a line.
``docs/python_components.md`` describes what components may use, and what is said on the line.
"""
