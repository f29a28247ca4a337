//! Faults, each with the law that it breaks and the test that finds it.

/// A fault, and the test that finds it.
pub(super) struct Fault {
    /// The law that it breaks.
    pub(super) law: &'static str,
    /// Path in the repository.
    pub(super) file: &'static str,
    /// Text that occurs once in the file.
    pub(super) text: &'static str,
    /// Text that replaces it.
    pub(super) wrong: &'static str,
    /// Arguments of `cargo test`, or of `cargo clippy` if that finds the fault.
    pub(super) test: &'static [&'static str],
}

/// The faults. Each compiles.
pub(super) const FAULTS: [Fault; 25] = [
    Fault {
        law: "the engine does not read the clock of the wall",
        file: "crates/sim/src/engine/step.rs",
        text: "    let time_ns = || ",
        wrong: "    let _ = std::time::SystemTime::now();\n    let time_ns = || ",
        test: &["-p", "xtask", "--test", "invariants", "the_engine_knows"],
    },
    Fault {
        law: "simulations of one process share no variable",
        file: "crates/morse/src/interrupt.rs",
        text: "/// Maximum interval at which",
        wrong: "static COUNT: AtomicBool = AtomicBool::new(false);\n/// Maximum interval at which",
        test: &["-p", "xtask", "--test", "invariants", "the_library_has"],
    },
    Fault {
        law: "random numbers come from the engine",
        file: "crates/components/src/sensors/motion/velocity.rs",
        text: "use morse_sim::prelude::*;",
        wrong: "use morse_sim::prelude::*;\nconst _: &str = \"rand::random\";",
        test: &["-p", "xtask", "--test", "invariants", "results_depend"],
    },
    Fault {
        law: "random numbers of two components differ",
        file: "crates/sim/src/engine/random.rs",
        text: "xxh3_64_with_seed(name.as_bytes(), seed)",
        wrong: "xxh3_64_with_seed(&name.as_bytes()[..0], seed)",
        test: &["-p", "morse-sim", "--lib", "random"],
    },
    Fault {
        law: "requests are served in the order of arrival",
        file: "crates/sim/src/engine/answers.rs",
        text: "if let Some(event) = simulation.engine.answers.waiting.pop_front()",
        wrong: "if let Some(event) = simulation.engine.answers.waiting.pop_back()",
        test: &["-p", "morse-sim", "--test", "clients", "tick_timing"],
    },
    Fault {
        law: "a tick serves a limited number of requests",
        file: "crates/sim/src/engine/answers.rs",
        text: "0..EVENTS_PER_TICK_MAX.min(simulation.engine.answers.waiting.len())",
        wrong: "0..simulation.engine.answers.waiting.len()",
        test: &["-p", "morse-sim", "--test", "clients", "tick_timing_serves_excess"],
    },
    Fault {
        law: "a saved state has every field of a component",
        file: "crates/components/src/sensors/motion/velocity.rs",
        text: "    previous: (Time, Pose),",
        wrong: "    #[serde(skip)]\n    previous: (Time, Pose),",
        test: &["-p", "morse-components", "--test", "scenes", "restored_simulation"],
    },
    Fault {
        law: "the state does not depend on connected clients",
        file: "crates/sim/src/engine/instance/sensor.rs",
        text: "if self.tracks_objects {",
        wrong: "if self.tracks_objects && !self.idle {",
        test: &["-p", "morse-recording", "--test", "simulated", "numbers_of_objects"],
    },
    Fault {
        law: "the threads of a team execute each task once",
        file: "crates/world/src/threads/team.rs",
        text: "tasks.iter().rev()).for_each(take);",
        wrong: "tasks.iter().rev()).skip(1).for_each(take);",
        test: &["-p", "morse-world", "--lib", "threads::team"],
    },
    Fault {
        law: "a digest covers velocities and contacts",
        file: "crates/world/src/digest.rs",
        text: "    world.physics.state_bits(&world.tree, &mut feed);",
        wrong: "    let _ = &world.physics;",
        test: &["-p", "morse-world", "--test", "whole_world", "digest_distinguishes"],
    },
    Fault {
        law: "an endless line takes limited memory",
        file: "crates/middleware/socket/src/lines.rs",
        text: "if self.bytes.len() - start <= LINE_BYTES_MAX {",
        wrong: "if self.bytes.len() - start <= 64 * LINE_BYTES_MAX {",
        test: &["-p", "morse-socket", "--lib", "lines"],
    },
    Fault {
        law: "web pages command nothing",
        file: "crates/middleware/socket/src/lines.rs",
        text: "    is_method && is_target && (is_cut || is_version)",
        wrong: "    is_method && is_target && is_cut && is_version",
        test: &["-p", "morse-socket", "--lib", "lines"],
    },
    Fault {
        law: "the whole token must be given",
        file: "crates/middleware/socket/src/access.rs",
        text: "line.len() == expected.len() && differing == 0",
        wrong: "differing == 0",
        test: &["-p", "morse-socket", "--lib", "access"],
    },
    Fault {
        law: "a connection that ends frees its place",
        file: "crates/middleware/socket/src/access.rs",
        text: "        self.0.connections.set(self.0.connections.get() - 1);",
        wrong: "        self.0.connections.set(self.0.connections.get());",
        test: &["-p", "morse-socket", "--test", "limits", "connections_beyond"],
    },
    Fault {
        law: "requests beyond the rate wait",
        file: "crates/middleware/socket/src/access.rs",
        text: "if self.left < 0.0 {",
        wrong: "if self.left < -1e9 {",
        test: &["-p", "morse-socket", "--test", "limits", "requests_beyond"],
    },
    Fault {
        law: "a client that does not read its answers is disconnected",
        file: "crates/middleware/socket/src/requests/client.rs",
        text: "if waiting.bytes.len() - waiting.written > ANSWER_BYTES_MAX {",
        wrong: "if waiting.bytes.len() - waiting.written > ANSWER_BYTES_MAX << 20 {",
        test: &["-p", "morse-socket", "--test", "hostile", "client_that_does_not_read"],
    },
    Fault {
        law: "messages of a slow client are whole",
        file: "crates/middleware/socket/src/streams/subscriber.rs",
        text: "            let lost = backlog.push_unsent(messages, sent);",
        wrong: "            let lost = backlog.push_unsent(messages, 0);",
        test: &["-p", "morse-socket", "--test", "hostile", "slow_client"],
    },
    Fault {
        law: "the queue of a recording is limited",
        file: "crates/recording/src/write/queue.rs",
        text: "        if state.bytes >= PENDING_BYTES_MAX {\n            let begun",
        wrong: "        if state.bytes >= PENDING_BYTES_MAX << 8 {\n            let begun",
        test: &["-p", "morse-recording", "--lib", "queue"],
    },
    Fault {
        law: "inputs are replayed in the tick of the recorded run",
        file: "crates/recording/src/replay.rs",
        text: "time.tick == tick + 1 && time.in_step",
        wrong: "time.tick == tick && time.in_step",
        test: &["-p", "morse-recording", "--test", "simulated", "twins_of_random"],
    },
    Fault {
        law: "a damaged checkpoint is refused",
        file: "crates/morse/src/checkpoints/file.rs",
        text: "out.include_checksum(true)?;",
        wrong: "out.include_checksum(false)?;",
        test: &["-p", "morse", "--lib", "truncated_or_changed"],
    },
    Fault {
        law: "results do not depend on the thread that computes them",
        file: "crates/sim/src/engine/random.rs",
        text: "tick, drawn: 0, spare: None }",
        wrong: "tick, drawn: rayon::current_thread_index().unwrap_or_default() as u64, spare: None }",
        test: &["-p", "morse-components", "--test", "scenes", "digests_do_not_depend"],
    },
    Fault {
        law: "mathematical functions have the same bits on all systems",
        file: "crates/world/src/physics/wheels/advance.rs",
        text: "libm::hypot(ahead, aside)",
        wrong: "ahead.hypot(aside)",
        test: &["clippy", "-p", "morse-world", "--lib", "--", "-D", "warnings"],
    },
    Fault {
        law: "results do not depend on the order of a hashed map",
        file: "crates/sim/src/engine/random.rs",
        text: "const WEYL:",
        wrong: "const _: fn() -> std::collections::HashMap<u8, u8> = std::collections::HashMap::new;\nconst WEYL:",
        test: &["clippy", "-p", "morse-sim", "--lib", "--", "-D", "warnings"],
    },
    Fault {
        law: "half a line is kept until its rest arrives",
        file: "crates/middleware/socket/src/lines.rs",
        text: "            self.bytes.drain(..self.start);",
        wrong: "            self.bytes.drain(..self.start.max(self.searched));",
        test: &["-p", "morse-socket", "--lib", "lines"],
    },
    Fault {
        law: "the components of a lost process stop",
        file: "crates/sim/src/external/exchange/failing.rs",
        text: "        if acts {\n",
        wrong: "        if acts && lost.is_empty() {\n",
        test: &["-p", "morse-sim", "--test", "components_in_step", "simulation_continues_without"],
    },
];

#[cfg(test)]
mod tests {
    use std::fs;

    use xtask::shell::root;

    use super::FAULTS;

    #[test]
    fn each_fault_changes_one_place() {
        for fault in &FAULTS {
            let text = fs::read_to_string(root().join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.text).count(), 1, "{}: {}", fault.law, fault.file);
            assert_ne!(fault.text, fault.wrong, "{}", fault.law);
        }
    }
}
