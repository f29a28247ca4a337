//! Loads one file and prints the size of its model and the memory that was needed:
//!
//!     cargo run --release -p morse-assets --example load -- FILE
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a file")?;
    let begin = Instant::now();
    let model = morse_assets::load(Path::new(&file))?.model;
    let triangles: usize = model.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: unknown");
    println!("{triangles} triangles, {:.3} s, {peak}", begin.elapsed().as_secs_f64());
    Ok(())
}
