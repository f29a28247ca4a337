//! `morse campaign`: does the runs of a plan and reports their results.

mod ray;
mod summary;

use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use morse::LoadOptions;
use morse_campaign::{Conducted, Conductor, Plan, Pool, Runs, Store, conduct, report, serve, table};

use crate::arguments::{CampaignArguments, CampaignCommand, CampaignReportArguments, ConductArguments};
use crate::failure::Failure;
use crate::output::log;
use crate::output::standard_output::{print, print_json, print_while_read};
use crate::{scene_loading, signals};
use summary::{RunLine, Summary};

/// Arguments that make this program a worker.
const WORKER: [&str; 2] = ["campaign", "worker"];

/// Executes `morse campaign` or one of its subcommands.
pub fn campaign(arguments: &CampaignArguments) -> Result<(), Failure> {
    match &arguments.command {
        None => run(&arguments.conduct),
        Some(CampaignCommand::Report(report)) => write_report(report),
        Some(CampaignCommand::Worker) => work(),
    }
}

/// Does runs until standard input ends.
fn work() -> Result<(), Failure> {
    match serve(io::stdin().lock(), io::stdout().lock()) {
        // The conductor has ended and does not read the answer.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Failure::Output),
    }
}

fn run(arguments: &ConductArguments) -> Result<(), Failure> {
    let plan_path = arguments.plan.as_deref().unwrap_or(Path::new(""));
    let plan = Plan::read(plan_path)?;
    if arguments.list {
        return list(&plan, arguments.json);
    }
    signals::watch();
    let options = scene_loading::load_options(&arguments.python);
    let pool = match &arguments.ray {
        Some(address) => {
            ray::pool(address, arguments.workers, plan.timeout_s.is_some(), &options.interpreter)?
        }
        None => local_pool(arguments.workers)?,
    };
    let folder = arguments.output.clone().unwrap_or_else(|| plan_path.with_extension("campaign"));
    let mut store = Store::open(&folder, &plan, arguments.restart)?;
    let done_before = store.done().len();
    let total = Runs::of(&plan).len();
    if done_before > 0 {
        log::notice(&format!(
            "{done_before} of {total} runs are already done; continuing with the remaining runs."
        ));
    }
    let conductor = Conductor {
        plan: &plan,
        pool,
        options: LoadOptions { ..options },
        python: arguments.python.python.clone(),
        render: arguments.pictures.render,
        interrupt: signals::interrupt(),
    };
    let mut bar = summary::CampaignBar::start(total, store.done().len() as u64);
    let conducted = conduct(&conductor, &mut store, &mut |progress| bar.show(progress));
    bar.finish();
    // The table is written even if the campaign fails.
    let (_, records) = Store::read(&folder)?;
    let written = table::write(&folder.join(table::FILE), &plan, &records);
    let conducted = conducted?;
    written?;
    let summary = Summary::of(&conducted, &records, &folder);
    if arguments.json {
        print_json(&summary)?
    } else {
        print(&summary.text())?
    }
    end(&conducted, &summary)
}

fn end(conducted: &Conducted, summary: &Summary) -> Result<(), Failure> {
    if conducted.is_interrupted {
        return Err(Failure::Interrupted);
    }
    match summary.errors {
        0 => Ok(()),
        errors => Err(Failure::Runs(errors)),
    }
}

/// A pool of workers on this computer, which are processes of this program.
fn local_pool(workers: Option<u16>) -> Result<Pool, Failure> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    Ok(Pool {
        program: own_program()?,
        arguments: WORKER.map(Into::into).to_vec(),
        environment: Vec::new(),
        processes: workers.map_or(processors, usize::from),
    })
}

/// The path of this program.
fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure::File { action: "find", path: "morse".into(), error })
}

fn list(plan: &Plan, is_json: bool) -> Result<(), Failure> {
    let runs = Runs::of(plan);
    if is_json {
        return print_json(&runs.iter().map(|run| RunLine::of(&run)).collect::<Vec<_>>());
    }
    for run in runs.iter() {
        if !print_while_read(&RunLine::of(&run).text())? {
            return Ok(());
        }
    }
    Ok(())
}

fn write_report(arguments: &CampaignReportArguments) -> Result<(), Failure> {
    let (plan, records) = Store::read(&arguments.folder)?;
    let path = arguments.output.clone().unwrap_or_else(|| arguments.folder.join("report.html"));
    let name = std::path::absolute(&arguments.folder).ok();
    let name = name.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    let page = report::page(&name.unwrap_or_else(|| "campaign".to_owned()), &plan, &records);
    std::fs::write(&path, page).map_err(|error| Failure::File {
        action: "write",
        path: path.clone(),
        error,
    })?;
    print(&path.display().to_string())
}
