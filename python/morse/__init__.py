"""MORSE: robots, sensors and actuators simulated for people who write robot software.

``morse.builder`` describes scenes; ``morse.core`` holds what scenes and users' own components share.
"""

__version__ = "0.1.0"
