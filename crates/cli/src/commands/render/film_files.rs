//! Film files: GIF, numbered PNG files, and the formats that ffmpeg encodes.

mod gif_file;

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

use gif::EncodingError;
use morse_render::Picture;

use crate::failure::Failure;
use crate::output::png;
use gif_file::{GifFile, RATE_HZ as GIF_RATE_HZ};

/// The program that encodes the other formats.
const FFMPEG: &str = "ffmpeg";
/// File extensions that ffmpeg encodes.
const FFMPEG_EXTENSIONS: [&str; 4] = ["mp4", "webm", "mkv", "mov"];

/// A film file that is being written.
pub struct FilmFile {
    path: PathBuf,
    fps: u32,
    count: u32,
    encoder: Encoder,
}

enum Encoder {
    Gif(Box<GifFile>),
    /// Numbered PNG files.
    Pictures,
    Ffmpeg(Ffmpeg),
}

struct Ffmpeg {
    process: Child,
    /// Standard input; `None` after the end.
    input: Option<ChildStdin>,
    /// Reads its standard error.
    messages: Option<JoinHandle<String>>,
}

impl FilmFile {
    /// Creates the file; the extension of the path selects the format.
    ///
    /// # Errors
    /// If the format is unknown, it does not support the picture rate, the file cannot be written, or ffmpeg is needed
    /// and not installed.
    pub fn create(path: &Path, [width, height]: [u32; 2], fps: u32) -> Result<Self, Failure> {
        let suffix = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let encoder = match suffix.as_str() {
            "gif" if fps > GIF_RATE_HZ => {
                let why =
                    format!("a GIF has at most {GIF_RATE_HZ} pictures per second: give a smaller --fps");
                return Err(Failure::Picture(why));
            }
            "gif" => {
                let file = File::create(path).map_err(|error| png::unwritable(path, error))?;
                Encoder::Gif(Box::new(GifFile::new(BufWriter::new(file))))
            }
            "png" => Encoder::Pictures,
            other if FFMPEG_EXTENSIONS.contains(&other) => {
                Encoder::Ffmpeg(Ffmpeg::start(path, [width, height], fps)?)
            }
            _ => {
                let why = format!(
                    "{} must end in .gif, in .png for numbered pictures, or in .{} for ffmpeg",
                    path.display(),
                    FFMPEG_EXTENSIONS.join(", .")
                );
                return Err(Failure::Picture(why));
            }
        };
        Ok(Self { path: path.to_owned(), fps, count: 0, encoder })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, picture: &Picture) -> Result<(), Failure> {
        let number = self.count;
        self.count += 1;
        match &mut self.encoder {
            Encoder::Pictures => png::write(&numbered(&self.path, number), picture),
            Encoder::Gif(encoder) => {
                // Rounds the times, not the delays, so that the film has the right length.
                let end =
                    |number: u32| (f64::from(number * GIF_RATE_HZ) / f64::from(self.fps)).round() as u32;
                let hundredths = (end(number + 1) - end(number)) as u16;
                encoder.add(picture, hundredths).map_err(|error| unencodable(&self.path, &error))
            }
            Encoder::Ffmpeg(ffmpeg) => {
                let rgb: Vec<u8> =
                    picture.rgba.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect();
                let Some(input) = &mut ffmpeg.input else { return Ok(()) };
                match input.write_all(&rgb) {
                    // ffmpeg has ended; its messages contain the reason.
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => ffmpeg.finish(&self.path),
                    Err(error) => Err(png::unwritable(&self.path, error)),
                    Ok(()) => Ok(()),
                }
            }
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        match self.encoder {
            Encoder::Pictures => Ok(()),
            Encoder::Gif(encoder) => encoder.finish().map_err(|error| unencodable(&self.path, &error)),
            Encoder::Ffmpeg(mut ffmpeg) => ffmpeg.finish(&self.path),
        }
    }
}

impl Ffmpeg {
    fn start(path: &Path, [width, height]: [u32; 2], fps: u32) -> Result<Self, Failure> {
        // Most players need even sizes and chroma subsampling.
        let even = "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
        let started = Command::new(FFMPEG)
            .args(["-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo", "-pixel_format", "rgb24"])
            .args([
                "-video_size",
                &format!("{width}x{height}"),
                "-framerate",
                &fps.to_string(),
                "-i",
                "pipe:0",
            ])
            .args(["-vf", even])
            .arg(path_argument(path))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut process = started.map_err(|error| match error.kind() {
            ErrorKind::NotFound => Failure::Picture(format!(
                "{} needs the program ffmpeg, which is not installed: install it (on Debian: apt install ffmpeg), or name \
                 a .gif or .png file",
                path.display()
            )),
            _ => Failure::Picture(format!("ffmpeg cannot be started: {error}")),
        })?;
        let input = process.stdin.take();
        let messages = process.stderr.take().map(|mut stream| {
            std::thread::Builder::new().spawn(move || {
                let mut text = Vec::new();
                // Messages that cannot be read are omitted.
                let _ = stream.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        let messages = messages.transpose().map_err(|error| {
            Failure::Picture(format!("no thread can be started to read the messages of ffmpeg: {error}"))
        })?;
        Ok(Self { process, input, messages })
    }

    fn finish(&mut self, path: &Path) -> Result<(), Failure> {
        drop(self.input.take());
        let status = self.process.wait().map_err(|error| png::unwritable(path, error))?;
        let messages = self.messages.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        Err(Failure::Picture(format!("ffmpeg cannot write {}: {}", path.display(), messages.trim())))
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        // After the regular end there is no input.
        if self.input.take().is_some() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// A path that ffmpeg does not mistake for an option or a protocol.
fn path_argument(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { Path::new(".").join(path) }
}

/// The path of a numbered picture: `film.png` becomes `film-00000.png`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:05}.png"))
}

fn unencodable(path: &Path, error: &EncodingError) -> Failure {
    Failure::Picture(format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_numbered_and_paths_are_not_options() {
        assert_eq!(numbered(Path::new("a/film.png"), 12), Path::new("a/film-00012.png"));
        assert_eq!(path_argument(Path::new("-y.mp4")), Path::new("./-y.mp4"));
    }
}
