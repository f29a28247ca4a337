"""Expansion of xacro files, the macro language of URDF, with the package ``xacro`` of PyPI or of ROS."""
