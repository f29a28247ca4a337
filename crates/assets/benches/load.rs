//! Time to load the files of Debian's package `morse-simulator-data`, from the disk cache to the model.
//!
//! After the criterion report, the last lines give each time and its ratio to the baseline measured in the same run:
//! reading the bytes of the same file.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::Criterion;

const DATA: &str = "/usr/share/morse/data";
/// The scene of most examples, the file with the most triangles, and the largest compressed files.
const FILES: [&str; 5] = [
    "environments/indoors-1/indoor-1.blend",
    "environments/land-1/trees.blend",
    "environments/outdoors.blend",
    "robots/human_rig.blend",
    "robots/pr2.blend",
];
const ROUNDS: usize = 10;

fn fastest(mut run: impl FnMut()) -> Duration {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..ROUNDS).map(|_| time(&mut run)).min().unwrap()
}

fn paths() -> Vec<PathBuf> {
    let paths: Vec<PathBuf> = FILES.iter().map(|file| Path::new(DATA).join(file)).collect();
    for path in &paths {
        assert!(path.is_file(), "{} is missing: install morse-simulator-data", path.display());
    }
    paths
}

fn main() {
    let paths = paths();
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    for (file, path) in FILES.iter().zip(&paths) {
        criterion
            .bench_function(file, |bencher| bencher.iter(|| morse_assets::load(black_box(path)).unwrap()));
    }
    criterion.final_summary();

    println!("\n{:<42} {:>9} {:>9} {:>7}", "file", "load", "read", "ratio");
    for (file, path) in FILES.iter().zip(&paths) {
        let load = fastest(|| drop(black_box(morse_assets::load(path).unwrap())));
        let read = fastest(|| drop(black_box(std::fs::read(path).unwrap())));
        let [load_ms, read_ms] = [load, read].map(|time| time.as_secs_f64() * 1e3);
        println!("{file:<42} {load_ms:>6.1} ms {read_ms:>6.1} ms {:>7.1}", load_ms / read_ms);
    }
}
