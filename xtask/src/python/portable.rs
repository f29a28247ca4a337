//! `cargo xtask wheel --portable`: builds the wheel in an old Debian, and tries it there and in the newest one.
//!
//! A program runs with the version of the C library that it was linked with, and with later ones. Debian 11 has glibc 2.31, as
//! Ubuntu 20.04 has. debootstrap unpacks both systems into the cache of the tests; the work is done inside by chroot, in a mount
//! namespace of its own, so that no mount remains.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::environment::cache;
use super::wheel::{BUILT, MATURIN, NUMPY, compress, one_wheel};
use xtask::shell::{root, run};

const MIRROR: &str = "http://deb.debian.org/debian";
/// Packages that a trial needs, and the ones that a build needs too.
const TRIAL_PACKAGES: &str = "ca-certificates,python3,python3-venv";
const BUILD_PACKAGES: &str = "ca-certificates,python3,python3-venv,gcc,g++,libc6-dev";
/// The last pip for Python 3.9. The one of Debian 11 does not know the tag of the wheel.
const PIP: &str = "pip==25.3";

/// A release of Debian in a folder.
struct Debian {
    suite: &'static str,
    packages: &'static str,
    /// The numpy for its Python.
    numpy: &'static str,
}

/// Python 3.9 and glibc 2.31.
const OLDEST: Debian = Debian { suite: "bullseye", packages: BUILD_PACKAGES, numpy: "numpy==2.0.2" };
/// The next release of Debian: Python 3.14.
const NEWEST: Debian = Debian { suite: "testing", packages: TRIAL_PACKAGES, numpy: NUMPY };

/// Makes parts of this computer visible inside and runs a program there: `$1` is the system, `$2` the repository, `$3` the
/// toolchain of Rust, `$4` the home of cargo. The repository is writable, for `target`.
const INSIDE: &str = r#"
bind() {
    [ -e "$1" ] || return 0
    if [ -d "$1" ]; then mkdir -p "$2"; else touch "$2"; fi
    mount --rbind "$1" "$2"
}
system=$1
bind /proc "$system/proc"
bind /dev "$system/dev"
bind "$2" "$system/morse"
bind "$3" "$system/rust"
bind "$4" "$system/cargo"
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do bind "$file" "$system$file"; done
shift 4
cd /
exec env -i PATH=/tmp/environment/bin:/rust/bin:/usr/bin:/bin HOME=/root CARGO_HOME=/cargo \
    CARGO_TARGET_DIR=/morse/target/portable SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt MORSE_WHEEL_PROFILE=dist MORSE_WHEEL_COMPATIBILITY=manylinux_2_31 "$(command -v chroot || echo /usr/sbin/chroot)" "$system" "$@"
"#;
const BUILD: &str = r#"
cd /morse
/usr/bin/python3 -m venv --clear /tmp/environment
pip install --quiet "$1"
pip install --quiet "$2"
pip wheel . --quiet --no-deps --no-build-isolation --wheel-dir "$3"
"#;
/// The tests of a bare installation, but for that of a feature that only wheels for tests lack.
const TRY: &str = r#"
cd /morse/tests/wheel
/usr/bin/python3 -m venv --clear /tmp/environment
pip install --quiet "$1"
pip install --quiet "$2" "$3"
ldd --version | head -n 1
python -m unittest bare_install -v -k native_command -k installed -k missing_extra
"#;

/// Builds the wheel in [`OLDEST`] and returns its path. It is then tried in both systems.
///
/// # Errors
/// If this user is not root, debootstrap is missing, or the build or a trial fails.
pub(crate) fn build() -> Result<PathBuf, String> {
    let built = root().join(BUILT);
    if built.exists() {
        fs::remove_dir_all(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    inside(&OLDEST, BUILD, &[PIP, MATURIN, BUILT])?;
    let wheel = one_wheel()?;
    compress(&wheel)?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    for debian in [&OLDEST, &NEWEST] {
        inside(debian, TRY, &[PIP, debian.numpy, &format!("/morse/{BUILT}/{name}")])?;
    }
    Ok(wheel)
}

/// Runs a script in a system, which is unpacked first if it is not there.
fn inside(debian: &Debian, script: &str, arguments: &[&str]) -> Result<(), String> {
    let system = unpacked(debian)?;
    let mut command = Command::new("unshare");
    command.args(["--mount", "--", "sh", "-ec", INSIDE, "sh"]).arg(system);
    command.arg(root()).arg(toolchain()?).arg(cargo_home()?);
    run(command.args(["/bin/sh", "-ec", script, "sh"]).args(arguments))
        .map_err(|error| format!("Debian {}: {error}", debian.suite))
}

/// The folder of a system.
fn unpacked(debian: &Debian) -> Result<PathBuf, String> {
    let system = cache()?.join(format!("debian-{}", debian.suite));
    // Written last: a system without it was interrupted.
    let stamp = system.join("unpacked.txt");
    if fs::read_to_string(&stamp).is_ok_and(|packages| packages == debian.packages) {
        return Ok(system);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", system.display());
    if system.exists() {
        fs::remove_dir_all(&system).map_err(failed)?;
    }
    let include = format!("--include={}", debian.packages);
    run(Command::new("debootstrap")
        .args(["--variant=minbase", &include, debian.suite])
        .arg(&system)
        .arg(MIRROR))
    .map_err(|error| format!("{error}\nA system is unpacked by debootstrap, a package of Debian, as root"))?;
    fs::write(&stamp, debian.packages).map_err(failed)?;
    Ok(system)
}

/// The folder of the compiler, which needs no rustup.
fn toolchain() -> Result<PathBuf, String> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn cargo_home() -> Result<PathBuf, String> {
    let set = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    set.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
        .filter(|folder| Path::new(folder).is_dir())
        .ok_or_else(|| "cargo has no home folder".to_owned())
}
