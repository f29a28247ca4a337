//! Arguments of `cargo xtask bench`.

use super::figures::{FIGURES, Figure};

/// Default number of rounds. Three rounds of all benchmarks are meant to take ten minutes once both trees are built.
const ROUNDS: usize = 3;

const USAGE: &str = "\
usage: cargo xtask bench --against REV [--only NAME…] [--rounds N]
       cargo xtask bench --list

  --against REV  the older tree: a commit, a branch, HEAD~1
  --only NAME…   these benchmarks alone; a name may be the beginning of several, as `start` is
  --rounds N     how often each tree is measured (default: 3)
  --list         the names of the benchmarks";

/// A parsed command line.
#[derive(Debug, PartialEq)]
pub(super) enum Arguments {
    /// Prints the names of the benchmarks.
    List,
    /// Compares trees.
    Compare(Comparison),
}

/// A comparison with an older tree.
#[derive(Debug, PartialEq)]
pub(super) struct Comparison {
    /// The revision of the older tree, as git knows it.
    pub(super) against: String,
    pub(super) rounds: usize,
    pub(super) figures: Vec<&'static Figure>,
}

impl Arguments {
    /// Parses the arguments after `bench`.
    ///
    /// # Errors
    /// If an argument is unknown or lacks its value.
    pub(super) fn parse(words: &[&str]) -> Result<Self, String> {
        let (mut against, mut rounds, mut only) = (None, ROUNDS, Vec::new());
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "--list" => return Ok(Self::List),
                "--against" => {
                    let revision = words.next_if(|next| !next.starts_with('-'));
                    against =
                        Some(revision.ok_or_else(|| format!("`--against` needs a revision\n\n{USAGE}"))?);
                }
                "--rounds" => {
                    let number = words.next().and_then(|next| next.parse().ok()).filter(|&number| number > 0);
                    rounds =
                        number.ok_or_else(|| format!("`--rounds` needs a number from 1 on\n\n{USAGE}"))?;
                }
                "--only" => {
                    let before = only.len();
                    while let Some(name) = words.next_if(|next| !next.starts_with('-')) {
                        only.push(name);
                    }
                    if only.len() == before {
                        return Err(format!("`--only` needs names of benchmarks\n\n{USAGE}"));
                    }
                }
                _ => return Err(format!("`{word}` is unknown here\n\n{USAGE}")),
            }
        }
        let against =
            against.ok_or_else(|| format!("`bench` compares with an older tree\n\n{USAGE}"))?.to_owned();
        Ok(Self::Compare(Comparison { against, rounds, figures: chosen(&only)? }))
    }
}

/// The benchmarks whose names begin with one of these prefixes; all without prefixes.
fn chosen(only: &[&str]) -> Result<Vec<&'static Figure>, String> {
    if let Some(unknown) =
        only.iter().find(|name| !FIGURES.iter().any(|figure| figure.name.starts_with(*name)))
    {
        let names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        return Err(format!("there is no benchmark `{unknown}`; there are {}", names.join(", ")));
    }
    let is_chosen =
        |figure: &&Figure| only.is_empty() || only.iter().any(|name| figure.name.starts_with(name));
    Ok(FIGURES.iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(words: &str) -> Comparison {
        match Arguments::parse(&words.split(' ').collect::<Vec<_>>()).unwrap() {
            Arguments::Compare(comparison) => comparison,
            Arguments::List => panic!("{words}"),
        }
    }

    fn problem(words: &str) -> String {
        Arguments::parse(&words.split_whitespace().collect::<Vec<_>>()).unwrap_err()
    }

    #[test]
    fn a_revision_alone_is_all_benchmarks_in_three_rounds() {
        let all = compare("--against HEAD~1");
        assert_eq!((all.against.as_str(), all.rounds, all.figures.len()), ("HEAD~1", 3, FIGURES.len()));
    }

    #[test]
    fn prefixes_select_benchmarks_in_the_order_of_the_set() {
        let some = compare("--only encode start --rounds 5 --against main");
        let names: Vec<&str> = some.figures.iter().map(|figure| figure.name).collect();
        assert_eq!(names, ["start-document", "start-script", "start-robots", "encode"]);
        assert_eq!((some.rounds, some.against.as_str()), (5, "main"));
        assert_eq!(Arguments::parse(&["--list"]), Ok(Arguments::List));
    }

    #[test]
    fn wrong_arguments_are_refused_with_the_right_ones() {
        assert!(problem("").contains("usage: cargo xtask bench --against REV"));
        assert!(problem("--against").contains("needs a revision"));
        assert!(problem("--against --only").contains("needs a revision"));
        assert!(problem("--against HEAD --only").contains("needs names"));
        assert!(problem("--against HEAD --only start --only").contains("needs names"));
        assert!(problem("--against HEAD --rounds 0").contains("from 1 on"));
        assert!(problem("--against HEAD --round 2").contains("`--round` is unknown"));
        let unknown = problem("--against HEAD --only rais");
        assert!(unknown.contains("no benchmark `rais`") && unknown.contains("rays-terrain"), "{unknown}");
    }
}
