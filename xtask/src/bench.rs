//! `cargo xtask bench --against REV`: measures this tree and an older one in turn, and prints the speedup of this one.
//!
//! The measuring programs for the whole command are those of this tree; benchmarks in Rust are those of each tree.

mod arguments;
mod figures;
mod measure;
mod ratios;
mod trees;

use std::time::Instant;

use arguments::Arguments;
use figures::{FIGURES, Figure};
use measure::Programs;
use ratios::Ratios;
use trees::Tree;

/// Runs the benchmarks that the arguments select. The table goes to standard output.
///
/// # Errors
/// If an argument or the revision is unknown, or a tree does not build; after the table, if a benchmark of this tree fails.
pub(crate) fn bench(words: &[&str]) -> Result<(), String> {
    let arguments = match Arguments::parse(words)? {
        Arguments::List => {
            FIGURES
                .iter()
                .for_each(|figure| println!("{:20} {} [{}]", figure.name, figure.what, figure.unit));
            return Ok(());
        }
        Arguments::Compare(comparison) => comparison,
    };
    let begun = Instant::now();
    let (old, new) = (Tree::checked_out(&arguments.against)?, Tree::this()?);
    let old_programs = Programs::build(&old, &arguments.figures)?;
    let new_programs = Programs::build(&new, &arguments.figures)?;
    eprintln!("built both trees in {} s", begun.elapsed().as_secs());
    let mut measured: Vec<Ratios> = arguments.figures.iter().map(|&figure| Ratios::new(figure)).collect();
    for round in 1..=arguments.rounds {
        for ratios in &mut measured {
            let figure = ratios.figure;
            let values = [&old_programs, &new_programs].map(|programs| programs.measure(figure));
            let [before, after] = values;
            eprintln!("round {round}, {}: {}", figure.name, progress(figure, &before, &after));
            ratios.add(before, after);
        }
    }
    print!("{}", ratios::page(&old, &new, arguments.rounds, &measured));
    let failed: Vec<&str> = measured.iter().filter_map(Ratios::failure).collect();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("benchmarks of this tree failed: {}", failed.join("; ")))
    }
}

/// A progress line with the values of both trees.
fn progress(figure: &Figure, before: &Result<f64, String>, after: &Result<f64, String>) -> String {
    let value = |value: &Result<f64, String>| match value {
        Ok(value) => format!("{value:.4} {}", figure.unit),
        Err(problem) => problem.clone(),
    };
    format!("{} before, {} now", value(before), value(after))
}
