//! The fixed set of benchmarks in which trees are compared.

/// Whether smaller or larger values are faster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Better {
    Less,
    More,
}

/// The program that measures a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// `benches/figure.py`, with the command of a tree.
    Command,
    /// A benchmark in Rust that prints lines: the word `measure`, names and numbers, separated by tabs. The figure is the
    /// first number behind these names.
    Line(Bench, &'static [&'static str]),
    /// A benchmark in Rust that criterion runs, and the name of one of its measures.
    Criterion(Bench, &'static str),
}

/// A benchmark in Rust.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bench {
    pub(super) package: &'static str,
    pub(super) target: &'static str,
}

/// A benchmark.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) unit: &'static str,
    pub(super) better: Better,
    pub(super) source: Source,
}

const SCANS: Bench = Bench { package: "morse-raycast", target: "scans" };
const BODIES: Bench = Bench { package: "morse-world", target: "bodies" };
const FRAME: Bench = Bench { package: "morse-render", target: "frame" };
const ENCODE: Bench = Bench { package: "morse-socket", target: "encode" };

const PER_CPU: &str = "simulated s / CPU s";
const REAL_TIME: &str = "× real time";

/// All of them, in the order in which they are measured.
pub(super) const FIGURES: &[Figure] = &[
    less("start-document", "start of the first scene, from a document", "ms"),
    less("start-script", "start of the first scene, from a script", "ms"),
    less("start-robots", "start of 1,000 ATRVs with three components, from a document", "ms"),
    less("build-robots", "building the document of 500 robots with three components", "s of CPU time"),
    less("request", "a request and its answer, median", "µs"),
    more("rest", "1,000 ATRVs at rest with pose, odometry and waypoint", PER_CPU),
    more("waypoints", "1,000 ATRVs driving to waypoints, with pose and odometry", PER_CPU),
    more("drives", "1,000 ATRVs driving in circles on MotionVW, one thread", REAL_TIME),
    more("drives-two-threads", "the same on two threads", REAL_TIME),
    more("packed", "1,000 ATRVs each pushing the next, one thread", REAL_TIME),
    more("streams", "1,000 ATRVs at rest, every stream read by one client", PER_CPU),
    more("room", "100 ATRVs driving in indoor-1", PER_CPU),
    more("scanners", "100 ATRVs scanning in indoor-1, two threads", REAL_TIME),
    more("quadrotors", "200 quadrotors on waypoints", REAL_TIME),
    more("segways", "50 Segways on their wheels", REAL_TIME),
    more("arms", "20 Kuka LWR arms on trajectories", REAL_TIME),
    criterion(
        "rays-terrain",
        "a scan of 5,760 rays on a terrain",
        SCANS,
        "a scan of 5760 rays/terrain, hits",
    ),
    criterion(
        "rays-distances",
        "the same for distances alone",
        SCANS,
        "a scan of 5760 rays/terrain, distances",
    ),
    criterion("rays-moved", "a scan among boxes that moved", SCANS, "a scan of 5760 rays/boxes that moved"),
    criterion("bodies", "a tick of 1,000 driven boxes", BODIES, "1000 driven boxes, one tick/world"),
    line("picture", "color and depth, 320 × 240 pixels of 100,352 triangles", FRAME, &["color"]),
    line("picture-shadows", "the same with shadows", FRAME, &["shadows"]),
    criterion("encode", "a pose as a line of JSON", ENCODE, "pose/morse"),
];

const fn less(name: &'static str, what: &'static str, unit: &'static str) -> Figure {
    Figure { name, what, unit, better: Better::Less, source: Source::Command }
}

const fn more(name: &'static str, what: &'static str, unit: &'static str) -> Figure {
    Figure { name, what, unit, better: Better::More, source: Source::Command }
}

const fn criterion(name: &'static str, what: &'static str, bench: Bench, measure: &'static str) -> Figure {
    Figure { name, what, unit: "µs", better: Better::Less, source: Source::Criterion(bench, measure) }
}

const fn line(
    name: &'static str,
    what: &'static str,
    bench: Bench,
    names: &'static [&'static str],
) -> Figure {
    Figure { name, what, unit: "ms", better: Better::Less, source: Source::Line(bench, names) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::*;
    use xtask::shell::root;

    #[test]
    fn the_script_knows_the_figures_of_the_command() {
        let listed =
            Command::new("python3").args(["benches/figure.py", "--list"]).current_dir(root()).output();
        let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
        let own = FIGURES.iter().filter(|figure| figure.source == Source::Command).map(|figure| figure.name);
        assert_eq!(listed.lines().collect::<Vec<_>>(), own.collect::<Vec<_>>());
    }

    #[test]
    fn names_are_unique() {
        let names: BTreeSet<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        assert_eq!(names.len(), FIGURES.len());
    }
}
