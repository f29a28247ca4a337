//! Campaigns: many runs of scenes, with seeds and parameters of a [`Plan`], done by worker processes, and their results
//! as one table.
//!
//! [`Runs`] expands a plan into runs. [`conduct`] has them done by workers, each of which is a process that calls
//! [`serve`], and keeps every result in a [`Store`], from which a campaign that was interrupted goes on. [`table`]
//! writes the results as Parquet, and [`report`] as a page. It must never know terminals or exit codes.
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
