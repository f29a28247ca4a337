"""Scenes of the ready tasks."""
