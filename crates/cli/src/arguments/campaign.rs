//! Options of `morse campaign`, and values for the parameters of scene scripts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use morse::{ParameterValue, Parameters};

use super::common::{PictureArguments, PythonArguments};

/// Values for the parameters of a scene script.
#[derive(Debug, Clone, Default, Args)]
pub struct ParameterArguments {
    /// Set a parameter that the script reads with morse.builder.parameter; may be repeated
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = assignment)]
    pub assignments: Vec<(String, ParameterValue)>,
}

impl ParameterArguments {
    /// The parameters as the library takes them. If a name has two values, the last one wins.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let given: BTreeMap<String, ParameterValue> = self.assignments.iter().cloned().collect();
        Parameters { given, ..Parameters::default() }
    }
}

fn assignment(text: &str) -> Result<(String, ParameterValue), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), ParameterValue::parse(value))),
        _ => Err("it must be NAME=VALUE".to_owned()),
    }
}

const EXAMPLES: &str = "\
A plan names scenes, seeds, parameter values, the conditions that end a run, and the results to record; see \
docs/campaigns.md. The results are written to PLAN.campaign/results.parquet, one row for each run. To resume an \
interrupted campaign, repeat the command.

Exit status: 0 if all runs are done, 1 if some could not be done, 130 after Ctrl-C.

Examples:
  morse campaign plan.toml                     do all runs, on all processors of this computer
  morse campaign plan.toml --list              list the runs without doing them
  morse campaign plan.toml --ray auto          do the runs on a Ray cluster
  morse campaign report plan.campaign          write the results as a page, report.html";

/// Arguments of `morse campaign`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "morse campaign [OPTIONS] <PLAN>\n       morse campaign report [OPTIONS] <FOLDER>",
    after_help = EXAMPLES
)]
pub struct CampaignArguments {
    #[command(subcommand)]
    pub command: Option<CampaignCommand>,

    #[command(flatten)]
    pub conduct: ConductArguments,
}

/// The subcommands of `morse campaign`.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Write the results of a campaign as a page with plots
    Report(CampaignReportArguments),
    /// Do the runs that arrive on standard input
    #[command(hide = true)]
    Worker,
}

/// Arguments for doing the runs of a plan.
#[derive(Debug, Args)]
pub struct ConductArguments {
    /// Folder for the results [default: PLAN.campaign, beside the plan]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,

    /// Number of simultaneous runs [default: one for each processor; on Ray, one for each CPU of the cluster]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub workers: Option<u16>,

    /// Do the runs on a Ray cluster: an address, `auto` for the cluster of this computer, or `local` for a new one
    #[arg(long, value_name = "ADDRESS")]
    pub ray: Option<String>,

    /// Discard earlier results and start again
    #[arg(long)]
    pub restart: bool,

    /// Print the runs without doing them
    #[arg(long)]
    pub list: bool,

    /// Print a summary as JSON at the end
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,

    #[command(flatten)]
    pub pictures: PictureArguments,

    /// Plan file in TOML, or in JSON if its name ends in .json
    #[arg(value_name = "PLAN", required = true)]
    pub plan: Option<PathBuf>,
}

/// Arguments of `morse campaign report`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse campaign report plan.campaign -o results.html")]
pub struct CampaignReportArguments {
    /// Folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// Output file [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
