"""Custom modifiers, overlays, streams and components of the example scenes."""
