"""The component host: the process that runs the robots, sensors and actuators that users write in Python.

The simulator starts it when a scene names such a class. They exchange messages on file descriptor 3, one JSON object per line,
and large values through the memory of file descriptor 5.
``docs/python_components.md`` describes the interface of components and the messages.
"""
