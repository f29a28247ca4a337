//! Campaigns: many runs of scenes, with seeds and parameters of a [`Plan`], done by worker processes, and their results
//! as one table.
//!
//! [`Runs`] expands a plan into runs. [`conduct`] has them done by workers, each of which is a process that calls
//! [`serve`], and keeps every result in a [`Store`], from which a campaign that was interrupted goes on. [`table`]
//! writes the results as Parquet, and [`report`] as a page. It must never know terminals or exit codes.
//!
//! ```
//! use std::path::Path;
//!
//! use morse_campaign::{Plan, Runs};
//!
//! let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
//! let plan = Plan::parse(r#"{"scenes": ["first_scene.py"], "duration_s": 5.0, "seeds": 3}"#, true, &folder)?;
//! let seeds: Vec<u64> = Runs::of(&plan).iter().map(|run| run.seed).collect();
//! assert_eq!(seeds, [0, 1, 2]);
//! # Ok::<(), String>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod drive;
mod plan;
pub mod report;
mod run;
mod store;
pub mod table;

pub use drive::{ConductError, Conducted, Conductor, Pool, Progress, conduct};
pub use plan::{Plan, PlanError, RunPlan, Runs};
pub use run::serve;
pub use store::{Outcome, Record, Store, StoreError};
