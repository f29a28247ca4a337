//! Shared by the task runner and `xtask-generate`: paths of the repository, and programs that tasks run.

pub mod shell;
