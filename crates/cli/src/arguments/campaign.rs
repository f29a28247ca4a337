//! Options of `morse campaign`, and values for the parameters of scene scripts.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use morse::{ParameterValue, Parameters};

use super::common::PythonArguments;

/// Values for the parameters of a scene script.
#[derive(Debug, Clone, Default, Args)]
pub struct ParameterArguments {
    /// A value for a parameter of the script, which asks for it with morse.builder.parameter; may be given often
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = assignment)]
    pub assignments: Vec<(String, ParameterValue)>,
}

impl ParameterArguments {
    /// What the library is told; of two values for one name, the last one.
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
A plan names scenes, seeds, values of parameters, what ends a run and what is read of it; docs/campaigns.md explains it. \
The results are in the folder PLAN.campaign: results.parquet, a row for each run. A campaign that was interrupted goes on \
when the same command is given again.

Exit status: 0 when every run was done, 1 when some could not be done, 130 after Ctrl-C.

Examples:
  morse campaign plan.toml                     all runs, on all processors of this computer
  morse campaign plan.toml --list              which runs it has; nothing is done
  morse campaign plan.toml --ray auto          on a Ray cluster
  morse campaign report plan.campaign          the results as a page, report.html";

/// `morse campaign`
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

/// The commands of `morse campaign`.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Writes the results of a campaign as a page with plots
    Report(CampaignReportArguments),
    /// Does runs that it is told on standard input
    #[command(hide = true)]
    Worker,
}

/// How the runs of a plan are done.
#[derive(Debug, Args)]
pub struct ConductArguments {
    /// Where the results go [default: beside the plan, PLAN.campaign]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,

    /// How many runs are done at once [default: one for each processor; on Ray, one for each CPU of the cluster]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub workers: Option<u16>,

    /// Runs on a Ray cluster: its address, `auto` for the one that runs here, or `local` for one of its own
    #[arg(long, value_name = "ADDRESS")]
    pub ray: Option<String>,

    /// Forgets what was done, and begins again
    #[arg(long)]
    pub restart: bool,

    /// Prints the runs, and does none
    #[arg(long)]
    pub list: bool,

    /// Prints a summary as JSON in the end
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub python: PythonArguments,

    /// The plan, in TOML, or in JSON if its name ends in .json
    #[arg(value_name = "PLAN", required = true)]
    pub plan: Option<PathBuf>,
}

/// `morse campaign report`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  morse campaign report plan.campaign -o results.html")]
pub struct CampaignReportArguments {
    /// The folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// Where the page goes [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
