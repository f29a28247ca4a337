//! Holds no code. Its manifest turns on features of shared packages, so that all builds of the workspace share what they
//! compile.
