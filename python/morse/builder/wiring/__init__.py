"""Connections of components to middlewares: choice of classes, and the tables of a scene."""
