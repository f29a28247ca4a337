//! Tests of the clients in Python, on each Python and with each client library.

use super::jobs::Job;
use super::{end_to_end, unittest};
use crate::python::versions;

/// The end-to-end tests of clients.
const CLIENT_TESTS: [&str; 2] = ["clients/test_client.py", "clients/test_first_scene.py"];
/// The Pythons on which clients are tested, and the client. The original's client cannot be imported from 3.12 on, where
/// `asyncore` is gone. Our client on 3.11 runs these tests and the tutorials with Debian's Python already.
const CLIENTS: [(&str, &str); 5] =
    [("3.9", "ours"), ("3.9", "original"), ("3.11", "original"), ("3.13", "ours"), ("3.14", "ours")];

/// Client tests on the installed Pythons. Missing Pythons are listed on the terminal.
pub(super) fn jobs() -> Vec<Job> {
    let mut jobs = Vec::new();
    let mut missing = Vec::new();
    for (version, library) in CLIENTS {
        let Some(python) = versions::find(version) else {
            missing.push(version);
            continue;
        };
        let on = format!("{library}, on Python {version}");
        if library == "ours" {
            let command = unittest::command(&python, &["-s", "python/tests", "-p", "test_pymorse*.py"]);
            jobs.push(Job { name: format!("pymorse, {on}"), command });
        }
        for tests in CLIENT_TESTS {
            let mut command = end_to_end::command(&python, tests);
            command.env("MORSE_TEST_CLIENT", library);
            jobs.push(Job { name: format!("{tests}, {on}"), command });
        }
    }
    missing.dedup();
    if !missing.is_empty() {
        eprintln!("clients: not tested on Python {}, which is not on this machine", missing.join(", "));
    }
    jobs
}
