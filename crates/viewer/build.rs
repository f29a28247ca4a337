//! Compresses the script of the page, as it is carried and sent.

use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let script = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page/viewer.js");
    println!("cargo:rerun-if-changed={}", script.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("viewer.js.gz");
    let mut encoder = GzEncoder::new(fs::File::create(out)?, Compression::best());
    encoder.write_all(&fs::read(script)?)?;
    encoder.finish()?;
    Ok(())
}
