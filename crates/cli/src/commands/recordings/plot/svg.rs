//! Draws a chart as SVG.

use std::fmt::Write as _;

use super::chart::{Anchor, Chart, LETTER, PAPER};
use crate::output::drawing_sheet::Rgb;

/// The SVG document of a chart.
pub fn document(chart: &Chart) -> String {
    let [width, height] = chart.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        color(PAPER)
    );
    for line in &chart.lines {
        let points: Vec<String> = line.points.iter().map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            points.join(" "),
            color(line.color),
            line.width
        );
    }
    for label in &chart.labels {
        let anchor = match label.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y] = label.at;
        let _ = writeln!(
            text,
            "<text x=\"{x:.2}\" y=\"{:.2}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
            // SVG positions a text at its baseline.
            y + 0.8 * LETTER,
            color(label.color),
            escaped(&label.text)
        );
    }
    text.push_str("</svg>\n");
    text
}

fn color([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes a text for XML. Characters that XML forbids are omitted.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_for_xml() {
        assert_eq!(escaped("a<b>&\u{1}\u{ffff}c"), "a&lt;b&gt;&amp;c");
    }
}
