//! Ratios of the speeds of two trees, and their table.

use std::fmt::Write;

use super::figures::{Better, Figure};
use super::trees::Tree;

/// Ratios below this are listed under the table; smaller differences are noise on a shared machine.
const SLOWER: f64 = 0.9;

/// The values of a figure for both trees, round by round.
pub(super) struct Ratios {
    pub(super) figure: &'static Figure,
    before: Vec<f64>,
    now: Vec<f64>,
    /// Reason for a missing value, for the older tree and for this one.
    lacking: [Option<String>; 2],
}

impl Ratios {
    pub(super) fn new(figure: &'static Figure) -> Self {
        Self { figure, before: Vec::new(), now: Vec::new(), lacking: [None, None] }
    }

    /// Adds the values of a round, of the trees that have one.
    pub(super) fn add(&mut self, before: Result<f64, String>, now: Result<f64, String>) {
        let values = [&mut self.before, &mut self.now];
        for ((value, values), lacking) in [before, now].into_iter().zip(values).zip(&mut self.lacking) {
            match value {
                Ok(value) => values.push(value),
                Err(problem) => *lacking = Some(problem),
            }
        }
    }

    /// Reason for a missing value of this tree.
    pub(super) fn failure(&self) -> Option<&str> {
        self.lacking[1].as_deref()
    }

    /// Speedup of this tree in each round, in ascending order. Empty if a value of a round is missing.
    fn sorted(&self) -> Vec<f64> {
        if self.lacking.iter().any(Option::is_some) {
            return Vec::new();
        }
        let pairs = self.before.iter().zip(&self.now);
        let ratio = |(before, now): (&f64, &f64)| match self.figure.better {
            Better::Less => before / now,
            Better::More => now / before,
        };
        let mut ratios: Vec<f64> = pairs.map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }

    fn row(&self) -> String {
        let Figure { what, unit, .. } = self.figure;
        let [before, now] = [(&self.before, &self.lacking[0]), (&self.now, &self.lacking[1])].map(
            |(values, lacking)| match (lacking, median(values)) {
                (None, Some(value)) => format!("{} {unit}", number(value)),
                (lacking, _) => lacking.clone().unwrap_or_default(),
            },
        );
        let ratios = self.sorted();
        match (median(&ratios), ratios.first()) {
            (Some(median), Some(min)) => format!("| {what} | {before} | {now} | {median:.2} | {min:.2} |"),
            _ => format!("| {what} | {before} | {now} | | |"),
        }
    }
}

/// A number with three significant digits.
fn number(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The median; for an even count, the mean of the two values in the middle.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    let lower = if sorted.len().is_multiple_of(2) { *sorted.get(middle - 1)? } else { upper };
    Some(0.5 * (lower + upper))
}

/// The text of the result, in Markdown.
pub(super) fn page(old: &Tree, new: &Tree, rounds: usize, measured: &[Ratios]) -> String {
    let mut text = format!(
        "{} against {}, rounds in turn: {rounds}; more than 1 is faster than before.\n\n\
         | benchmark | before, median | now, median | times as fast, median | minimum |\n\
         | --- | --- | --- | --- | --- |\n",
        new.name, old.name
    );
    for ratios in measured {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", ratios.row());
    }
    let is_slower = |ratios: &&Ratios| median(&ratios.sorted()).is_some_and(|median| median < SLOWER);
    let slower: Vec<&str> = measured.iter().filter(is_slower).map(|ratios| ratios.figure.name).collect();
    if !slower.is_empty() {
        let _ = writeln!(text, "\nSlower by more than a tenth: {}.", slower.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::FIGURES;

    fn figure(name: &str) -> &'static Figure {
        FIGURES.iter().find(|figure| figure.name == name).unwrap()
    }

    fn ratios(name: &str, pairs: &[(f64, f64)]) -> Ratios {
        let mut ratios = Ratios::new(figure(name));
        pairs.iter().for_each(|&(before, now)| ratios.add(Ok(before), Ok(now)));
        ratios
    }

    fn tree(name: &str) -> Tree {
        Tree { root: "/".into(), name: name.to_owned(), target: None }
    }

    #[test]
    fn less_time_and_more_work_are_both_faster() {
        assert_eq!(ratios("request", &[(20.0, 10.0), (10.0, 20.0), (30.0, 10.0)]).sorted(), [0.5, 2.0, 3.0]);
        assert_eq!(ratios("rest", &[(5.0, 10.0), (10.0, 5.0)]).sorted(), [0.5, 2.0]);
    }

    #[test]
    fn the_table_has_medians_and_the_worst_round() {
        let mut lacking = Ratios::new(figure("encode"));
        lacking.add(Err("abc does not have it".to_owned()), Ok(0.25));
        let rows = [
            ratios("request", &[(18.0, 20.0), (18.0, 36.0), (18.0, 19.0)]),
            ratios("rest", &[(6.41, 12.82), (6.0, 13.0)]),
            lacking,
        ];
        let page = page(&tree("abc"), &tree("def-dirty"), 3, &rows);
        let expected = "\
def-dirty against abc, rounds in turn: 3; more than 1 is faster than before.

| benchmark | before, median | now, median | times as fast, median | minimum |
| --- | --- | --- | --- | --- |
| a request and its answer, median | 18.0 µs | 20.0 µs | 0.90 | 0.50 |
| 1,000 ATRVs at rest with pose, odometry and waypoint | 6.21 simulated s / CPU s | 12.9 simulated s / CPU s | 2.08 | 2.00 |
| a pose as a line of JSON | abc does not have it | 0.250 µs | | |
";
        assert_eq!(page, expected);
    }

    #[test]
    fn a_failure_of_this_tree_is_in_the_table_and_reported() {
        let mut failed = ratios("request", &[(1.0, 1.0)]);
        failed.add(Ok(1.0), Err("it ended".to_owned()));
        assert_eq!(failed.row(), "| a request and its answer, median | 1.00 µs | it ended | | |");
        assert_eq!((failed.failure(), ratios("rest", &[(1.0, 1.0)]).failure()), (Some("it ended"), None));
    }

    #[test]
    fn slower_benchmarks_are_named() {
        let rows = [ratios("request", &[(10.0, 20.0)]), ratios("rest", &[(10.0, 9.5)])];
        let page = page(&tree("a"), &tree("b"), 1, &rows);
        assert!(page.ends_with("\nSlower by more than a tenth: request.\n"), "{page}");
    }
}
