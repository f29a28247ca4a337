//! Ray casters that run in other programs.
//!
//! The environment variable `MORSE_RAYS_PEERS` lists them, one per line: a name, the program and its arguments,
//! separated by tabs. The protocol is described in `benches/rays_peers/embree.cpp`.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Duration of a scan with the caches left by other scans, and of its immediate repetition.
pub type Taken = [Duration; 2];

/// An external program that has loaded the rays of a scene.
pub struct Peer {
    /// Names of its casting modes.
    pub ways: Vec<String>,
    child: Child,
    input: RefCell<ChildStdin>,
    output: RefCell<Lines<BufReader<ChildStdout>>>,
}

impl Peer {
    /// Starts all programs in the environment variable, with a file of rays.
    pub fn start_all(file: &Path) -> Vec<Peer> {
        let all = std::env::var("MORSE_RAYS_PEERS").unwrap_or_default();
        all.lines().map(|line| Peer::start(line, file)).collect()
    }

    fn start(line: &str, file: &Path) -> Peer {
        let mut words = line.split('\t');
        let name = words.next().unwrap_or_default();
        let program = words.next().expect("a name and a program with a tab between them");
        let mut command = Command::new(program);
        command.args(words).arg(file).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("cannot start {program}: {error}"));
        let input = child.stdin.take().expect("it is piped");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let ways = output.by_ref().map(Result::unwrap).take_while(|way| !way.is_empty());
        let ways = ways.map(|way| format!("{name}, {way}")).collect();
        Peer { ways, child, input: RefCell::new(input), output: RefCell::new(output) }
    }

    /// Makes the program cast all scans, each twice.
    pub fn cast(&self, way: usize) -> Vec<Taken> {
        writeln!(self.input.borrow_mut(), "{way}").unwrap();
        let line = self.output.borrow_mut().next().expect("the program is running").unwrap();
        let taken: Vec<_> =
            line.split_whitespace().map(|taken| Duration::from_nanos(taken.parse().unwrap())).collect();
        taken.chunks(2).map(|pair| [pair[0], pair[1]]).collect()
    }

    /// Ends the program and returns its report about the distances, one line per casting mode.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input);
        let output_lines = self.output.into_inner().map(Result::unwrap).collect();
        self.child.wait().unwrap();
        output_lines
    }
}
