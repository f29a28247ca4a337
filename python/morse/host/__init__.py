"""The component host: the process that runs components written in Python.

The simulator starts it when a scene names such a class. They exchange JSON objects, one per line, on file descriptor 3,
and large values through the shared memory of file descriptor 5. ``docs/python_components.md`` describes the interface
of components and the messages.
"""
