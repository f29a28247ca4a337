//! Namespaces of Linux: each suite of tests has a network, System V memory and `/dev/shm` of its own.
//!
//! Ports, multicast groups and DDS domains of one suite are then invisible to the suites that run at the same time. Segments of
//! Fast DDS that a killed peer leaves in `/dev/shm` vanish with the suite.

use std::process::{Command, Stdio};

/// Sets up the network of a namespace, then becomes the program that follows. Multicast, as DDS uses it, needs an
/// interface beside the loopback interface.
const SCRIPT: &str = "\
ip link set lo up multicast on
ip link add m0 type veth peer name m1
ip addr add 10.98.76.1/24 dev m0
ip link set m0 up multicast on
ip link set m1 up
ip route add default dev m0
mount -t tmpfs shm /dev/shm
exec \"$@\"
";

/// A way to start programs in namespaces of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Namespaces {
    /// Whether the user has to be mapped to root inside, because they are not root.
    maps_root: bool,
}

impl Namespaces {
    /// Namespaces, if this machine and user can make them.
    pub(super) fn available() -> Option<Self> {
        [false, true].map(|maps_root| Self { maps_root }).into_iter().find(|it| it.works())
    }

    fn works(self) -> bool {
        let mut command = self.wrap(&Command::new("true"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The command that runs `inner` in new namespaces, with its arguments and environment.
    pub(super) fn wrap(self, inner: &Command) -> Command {
        let mut command = Command::new("unshare");
        command.args(["--net", "--ipc", "--mount"]);
        if self.maps_root {
            command.arg("--map-root-user");
        }
        command.args(["--", "sh", "-ec", SCRIPT, "sh"]).arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_command_keeps_its_arguments_and_environment() {
        let mut inner = Command::new("python3");
        inner.args(["-m", "unittest"]).env("MORSE_TEST_CLIENT", "ours");
        let outer = Namespaces { maps_root: true }.wrap(&inner);
        let words: Vec<_> = outer.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert!(words.ends_with(&["sh", "python3", "-m", "unittest"].map(str::to_owned)), "{words:?}");
        assert!(words.contains(&"--map-root-user".to_owned()));
        assert_eq!(outer.get_envs().count(), 1);
    }
}
