"""The scenes of the ready tasks."""
