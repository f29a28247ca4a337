//! Prints diagnostics: severity, code, the line of the user's script, and the remedy.

use std::fs;
use std::io::Read;
use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report};
use morse_scene::document::Source;
use morse_scene::{Diagnostic, Severity};

/// Lines are printed only of scripts up to this size. [bytes]
const SCRIPT_BYTES_MAX: u64 = 4 << 20;

/// Width of the text, independent of the terminal, so that output is the same everywhere. [characters]
const WIDTH: usize = 110;

/// The output style of diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// ASCII without escape codes, for files and other programs.
    Plain,
    /// With drawn lines, without colors.
    Terminal,
    /// With drawn lines and colors.
    Colored,
}

/// Formats a diagnostic as several lines of text.
#[must_use]
pub fn render(finding: &Diagnostic, style: Style) -> String {
    let theme = match style {
        Style::Plain => GraphicalTheme::none(),
        Style::Terminal => GraphicalTheme::unicode_nocolor(),
        Style::Colored => GraphicalTheme::unicode(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH).with_context_lines(0);
    let mut text = String::new();
    match handler.render_report(&mut text, report(finding).as_ref()) {
        Ok(()) => text,
        Err(_) => format!("{finding}\n"),
    }
}

fn report(finding: &Diagnostic) -> Report {
    let excerpt = finding.source.as_ref().and_then(Excerpt::read);
    let object = finding.object.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let place = match (&finding.source, &excerpt) {
        (Some(source), None) => format!(" ({source})"),
        _ => String::new(),
    };
    let mut diagnostic = MietteDiagnostic::new(format!("{object}{}{place}", finding.message))
        .with_code(format!("{}[{}]", finding.severity, finding.code))
        .with_severity(match finding.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        });
    diagnostic.help.clone_from(&finding.help);
    let Some(excerpt) = excerpt else { return Report::new(diagnostic) };
    let Excerpt { file, text, main: (start, end) } = excerpt;
    // Related lines in other files are named in the message.
    let own_file = finding.source.as_ref().map(|own| &own.file);
    let related = finding.related.iter().filter(|other| Some(&other.file) == own_file);
    let spans = related.filter_map(|other| span(&text, other.line)).filter(|&other| other != (start, end));
    let mut labels: Vec<LabeledSpan> = spans.map(|(start, end)| LabeledSpan::underline(start..end)).collect();
    // The heading names the position of the primary label.
    labels.push(LabeledSpan::new_primary_with_span(None, start..end));
    Report::new(diagnostic.with_labels(labels)).with_source_code(NamedSource::new(file, text))
}

/// A script and the line of a diagnostic.
struct Excerpt {
    file: String,
    text: String,
    /// Start and end of the line in the text, without surrounding blanks. [bytes]
    main: (usize, usize),
}

impl Excerpt {
    /// Reads the script; `None` if there is no such line. The path comes from a document, so only regular files of moderate
    /// size are opened.
    fn read(source: &Source) -> Option<Self> {
        let path = Path::new(&source.file);
        let metadata = fs::metadata(path).ok()?;
        if !metadata.is_file() || metadata.len() > SCRIPT_BYTES_MAX {
            return None;
        }
        let mut text = String::new();
        fs::File::open(path).ok()?.take(SCRIPT_BYTES_MAX).read_to_string(&mut text).ok()?;
        let main = span(&text, source.line)?;
        Some(Self { file: shortened(path), text, main })
    }
}

/// Start and end of a line, without surrounding blanks; `None` if it is empty. [bytes]
fn span(text: &str, line: u32) -> Option<(usize, usize)> {
    let above = (line as usize).checked_sub(1)?;
    let found = text.split_inclusive('\n').nth(above)?;
    let line_start: usize = text.split_inclusive('\n').take(above).map(str::len).sum();
    let start = line_start + found.len() - found.trim_start().len();
    let end = start + found.trim().len();
    (start < end).then_some((start, end))
}

/// The path relative to the working directory if it is below it.
fn shortened(path: &Path) -> String {
    let working = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&working).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use morse_scene::Code;

    use super::*;

    fn finding(file: &Path, line: u32) -> Diagnostic {
        let source = Source { file: file.display().to_string(), line };
        Diagnostic::error(Code::SceneUnknownLevel, "there is no level `rw`")
            .on("robot.odometry")
            .at(Some(&source))
            .help("did you mean `raw`?".to_owned())
    }

    #[test]
    fn diagnostic_shows_line_of_script() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("scene.py");
        fs::write(&script, "a = 1\n\n  odometry.level('rw')  \nb = 2\n").unwrap();
        let text = render(&finding(&script, 3), Style::Plain);
        for part in [
            "error[scene::unknown-level]",
            "robot.odometry: there is no level `rw`",
            "scene.py:3:3]",
            "odometry.level('rw')",
            "did you mean `raw`?",
        ] {
            assert!(text.contains(part), "{part:?} is not in:\n{text}");
        }
        assert!(text.is_ascii() && !text.contains("b = 2"), "{text}");
    }

    #[test]
    fn diagnostic_shows_related_lines() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("scene.py");
        fs::write(&script, "a = ATRV()\nb = 2\nc = ATRV('a')\n").unwrap();
        let first = Source { file: script.display().to_string(), line: 1 };
        let elsewhere = Source { file: "/other.py".to_owned(), line: 2 };
        let text = render(&finding(&script, 3).related([Some(&first), Some(&elsewhere)]), Style::Plain);
        assert!(
            text.contains("a = ATRV()") && text.contains("c = ATRV('a')") && !text.contains("b = 2"),
            "{text}"
        );
        assert!(text.contains("scene.py:3"), "{text}");
    }

    #[test]
    fn unreadable_script_is_named_in_message() {
        for (file, line) in [("/nowhere/scene.py", 3), ("/dev/zero", 1), ("/", 1)] {
            let text = render(&finding(Path::new(file), line), Style::Plain);
            assert!(text.contains(&format!("({file}:{line})")), "{text}");
        }
    }

    #[test]
    fn missing_lines_do_not_fail() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("scene.py");
        fs::write(&script, "a = 1\n\n").unwrap();
        for line in [0, 2, 3, u32::MAX] {
            assert!(render(&finding(&script, line), Style::Terminal).contains("there is no level"));
        }
    }
}
