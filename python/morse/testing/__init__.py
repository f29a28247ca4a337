"""Tests of robot software against simulated scenes, with unittest or pytest.

``morse.testing.testing`` has the test cases of MORSE 1.4, ``morse.testing.ros`` test cases with a ROS master, and
``morse.testing.simulation`` a simulation for programs and pytest. ``docs/testing_scenes.md`` describes them.
"""
