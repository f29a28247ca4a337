//! Embeds the Python packages that scene scripts need, and the models of this repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::Value;
use xxhash_rust::xxh3::Xxh3;

/// Packages below `python/` that scene scripts and clients may import.
const PACKAGES: &[&str] = &["morse", "pymorse"];
const EXTENSIONS: &[&str] = &["py", "json", "typed", "COF"];
/// Maximum compression level of Zstandard.
const LEVEL: i32 = 22;

fn main() -> io::Result<()> {
    pack_python()?;
    pack_models()
}

/// Embeds the compressed models of `assets/` with their paths below it.
///
/// Indices of triangles grow by small steps. They are stored as differences, which compress to a tenth.
fn pack_models() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../assets");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &["glb", "urdf", "xml"], &mut files)?;
    files.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut text = String::from("const MODELS: &[morse_assets::EmbeddedModel] = &[\n");
    for (index, file) in files.iter().enumerate() {
        let name = name_below(&root, file)?;
        let path = out.join(format!("model{index}.zst"));
        let mut bytes = fs::read(file)?;
        let indices = index_ranges(&bytes).unwrap_or_default();
        for &(start, end) in &indices {
            to_differences(&mut bytes[start..end]);
        }
        fs::write(&path, zstd::bulk::compress(&bytes, LEVEL)?)?;
        let path = path.display().to_string();
        let model = "morse_assets::EmbeddedModel";
        writeln!(
            text,
            "    {model} {{ name: {name:?}, zstd: include_bytes!({path:?}), differences: &{indices:?} }},"
        )
        .map_err(io::Error::other)?;
    }
    text.push_str("];\n");
    fs::write(out.join("embedded_models.rs"), text)
}

/// The ranges of bytes of a binary glTF file that hold indices of 16 bits, in order; none for other files (glTF 2.0,
/// sections 4.4 and 5.1).
fn index_ranges(file: &[u8]) -> Option<Vec<(usize, usize)>> {
    const HEADER: usize = 12;
    const CHUNK_HEADER: usize = 8;
    const UNSIGNED_SHORT: u64 = 5123;
    if !file.starts_with(b"glTF") {
        return None;
    }
    let length = file.get(HEADER..HEADER + 4)?;
    let json = HEADER + CHUNK_HEADER;
    let binary = json + u32::from_le_bytes(length.try_into().ok()?) as usize;
    let content: Value = serde_json::from_slice(file.get(json..binary)?).ok()?;
    let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let meshes = content["meshes"].as_array()?.iter();
    let primitives = meshes.filter_map(|mesh| mesh["primitives"].as_array()).flatten();
    let ranges = primitives.filter_map(|primitive| {
        let accessor = &content["accessors"][primitive["indices"].as_u64()? as usize];
        let view = &content["bufferViews"][accessor["bufferView"].as_u64()? as usize];
        let start = binary + CHUNK_HEADER + number(&view["byteOffset"]) + number(&accessor["byteOffset"]);
        let end = start + 2 * number(&accessor["count"]);
        (accessor["componentType"] == UNSIGNED_SHORT && end <= file.len()).then_some((start, end))
    });
    let mut ranges: Vec<_> = ranges.collect();
    ranges.sort_unstable();
    // Primitives may share their indices.
    ranges.dedup();
    Some(ranges)
}

/// Replaces little-endian numbers of 16 bits by their differences from the number before, modulo 2^16.
fn to_differences(bytes: &mut [u8]) {
    let mut before = 0;
    for pair in bytes.chunks_exact_mut(2) {
        let number = u16::from_le_bytes([pair[0], pair[1]]);
        pair.copy_from_slice(&number.wrapping_sub(before).to_le_bytes());
        before = number;
    }
}

/// Embeds the names and sizes of the Python files, and their concatenated and compressed contents.
fn pack_python() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../python");
    let mut files = Vec::new();
    for package in PACKAGES {
        println!("cargo:rerun-if-changed={}", root.join(package).display());
        collect(&root.join(package), EXTENSIONS, &mut files)?;
    }
    files.sort();

    let mut hasher = Xxh3::new();
    let mut packed = Vec::new();
    let mut text = String::from("const FILES: &[(&str, u64)] = &[\n");
    for file in &files {
        let name = name_below(&root, file)?;
        let content = fs::read(file)?;
        hasher.update(name.as_bytes());
        hasher.update(&(content.len() as u64).to_le_bytes());
        hasher.update(&content);
        packed.extend_from_slice(&content);
        writeln!(text, "    ({name:?}, {}),", content.len()).map_err(io::Error::other)?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let content = out.join("python.zst");
    fs::write(&content, zstd::bulk::compress(&packed, LEVEL)?)?;
    writeln!(
        text,
        "];\nconst CONTENT: &[u8] = include_bytes!({:?});\nconst HASH: &str = \"{:016x}\";",
        content.display().to_string(),
        hasher.digest()
    )
    .map_err(io::Error::other)?;
    fs::write(out.join("embedded_python.rs"), text)
}

/// The path of a file below a folder, with `/` on every system.
fn name_below(folder: &Path, file: &Path) -> io::Result<String> {
    let below = file.strip_prefix(folder).map_err(io::Error::other)?;
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    Ok(parts.join("/"))
}

fn collect(folder: &Path, extensions: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, extensions, files)?;
        } else if path.extension().is_some_and(|known| extensions.iter().any(|wanted| known == *wanted)) {
            files.push(path);
        }
    }
    Ok(())
}
