//! Pictures in the terminal: by the graphics protocol of kitty, as sixels, or as colored half blocks.
//!
//! Formats: <https://sw.kovidgoyal.net/kitty/graphics-protocol/> and chapter 14 of the programmer reference of the VT330/VT340.

use std::env;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use console::Term;
use image::RgbImage;
use image::imageops::{FilterType, resize};

use crate::arguments::TerminalGraphics;

/// Bytes of base64 in one escape sequence of kitty, at most.
const CHUNK: usize = 4096;
/// Largest width of a picture as sixels or in kitty. [pixels]
const WIDTH_MAX: u32 = 960;
/// Levels of red, green and blue in the palette of sixels: 216 colors, as terminals have 256 registers.
const LEVELS: u32 = 6;

/// The text that shows a picture. `graphics` is the form that the user chose; without it, that of the terminal.
pub(crate) fn text(picture: &RgbImage, graphics: Option<TerminalGraphics>) -> String {
    let columns = u32::from(Term::stdout().size().1).max(10);
    match graphics.unwrap_or_else(|| of_terminal(|name| env::var(name).ok())) {
        TerminalGraphics::Kitty => kitty(&fitted(picture, WIDTH_MAX)),
        TerminalGraphics::Sixel => sixel(&fitted(picture, WIDTH_MAX)),
        TerminalGraphics::Blocks => blocks(&fitted(picture, columns)),
    }
}

/// The graphics of the terminal that the environment variables describe. Blocks need only 24-bit colors.
fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> TerminalGraphics {
    let is = |name: &str, values: &[&str]| {
        variable(name).is_some_and(|value| values.iter().any(|known| value.starts_with(known)))
    };
    if variable("KITTY_WINDOW_ID").is_some()
        || is("TERM", &["xterm-kitty", "xterm-ghostty"])
        || is("TERM_PROGRAM", &["WezTerm", "ghostty"])
    {
        TerminalGraphics::Kitty
    } else if is("TERM", &["foot", "mlterm", "yaft"]) || is("TERM_PROGRAM", &["iTerm", "mintty"]) {
        TerminalGraphics::Sixel
    } else {
        TerminalGraphics::Blocks
    }
}

/// The picture, made smaller if it is wider than `width`.
fn fitted(picture: &RgbImage, width: u32) -> RgbImage {
    if picture.width() <= width {
        return picture.clone();
    }
    let height = (picture.height() * width).div_ceil(picture.width());
    resize(picture, width, height, FilterType::Triangle)
}

/// Raw pixels in escape sequences of kitty.
fn kitty(picture: &RgbImage) -> String {
    let data = STANDARD.encode(picture.as_raw());
    let mut text = String::with_capacity(data.len() + 64);
    let mut rest = data.as_str();
    let mut keys = format!("a=T,f=24,s={},v={},", picture.width(), picture.height());
    loop {
        let (chunk, after) = rest.split_at(CHUNK.min(rest.len()));
        let _ = write!(text, "\x1b_G{keys}m={};{chunk}\x1b\\", u8::from(!after.is_empty()));
        if after.is_empty() {
            return text + "\n";
        }
        (rest, keys) = (after, String::new());
    }
}

/// Sixels: bands of six rows, in each band one line for each color.
fn sixel(picture: &RgbImage) -> String {
    let (width, height) = picture.dimensions();
    let mut text = format!("\x1bPq\"1;1;{width};{height}");
    for color in 0..LEVELS.pow(3) {
        let percent = |level: u32| level * 100 / (LEVELS - 1);
        let (red, green, blue) = (color / LEVELS / LEVELS, color / LEVELS % LEVELS, color % LEVELS);
        let _ = write!(text, "#{color};2;{};{};{}", percent(red), percent(green), percent(blue));
    }
    for top in (0..height).step_by(6) {
        // For each color of the band, the rows of each column that have it.
        let mut lines = vec![Vec::new(); LEVELS.pow(3) as usize];
        for (row, y) in (top..height.min(top + 6)).enumerate() {
            for x in 0..width {
                let line = &mut lines[color_of(picture.get_pixel(x, y).0) as usize];
                line.resize(width as usize, 0_u8);
                line[x as usize] |= 1 << row;
            }
        }
        for (color, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let _ = write!(text, "#{color}");
            for run in line.chunk_by(|a, b| a == b) {
                let sixel = char::from(b'?' + run[0]);
                let _ = write!(text, "!{}{sixel}", run.len());
            }
            text.push('$');
        }
        text.push('-');
    }
    text + "\x1b\\\n"
}

/// Number of the nearest color of the palette.
fn color_of(pixel: [u8; 3]) -> u32 {
    let [red, green, blue] = pixel.map(|value| (u32::from(value) * (LEVELS - 1) + 127) / 255);
    (red * LEVELS + green) * LEVELS + blue
}

/// Half blocks: each character shows two pixels, one above the other.
fn blocks(picture: &RgbImage) -> String {
    let mut text = String::new();
    for y in (0..picture.height()).step_by(2) {
        for x in 0..picture.width() {
            let [red, green, blue] = picture.get_pixel(x, y).0;
            let [r, g, b] = picture.get_pixel(x, (y + 1).min(picture.height() - 1)).0;
            let _ = write!(text, "\x1b[38;2;{red};{green};{blue};48;2;{r};{g};{b}m▀");
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of `width` x `height` with a red left half and a blue right half.
    fn halves(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, _| {
            image::Rgb(if x < width / 2 { [255, 0, 0] } else { [0, 0, 255] })
        })
    }

    #[test]
    fn kitty_gets_all_pixels_in_chunks() {
        let picture = halves(80, 60);
        let text = kitty(&picture);
        let chunks: Vec<&str> = text.trim_end().split("\x1b\\").filter(|chunk| !chunk.is_empty()).collect();
        assert!(chunks[0].starts_with("\x1b_Ga=T,f=24,s=80,v=60,m=1;"), "{:?}", &chunks[0][..30]);
        assert!(chunks.last().unwrap().starts_with("\x1b_Gm=0;"));
        let data: String = chunks.iter().map(|chunk| chunk.split_once(';').unwrap().1).collect();
        assert_eq!(&STANDARD.decode(data).unwrap(), picture.as_raw());
        assert!(chunks.iter().all(|chunk| chunk.split_once(';').unwrap().1.len() <= CHUNK));
    }

    #[test]
    fn sixels_have_a_line_for_each_color_of_a_band() {
        let text = sixel(&halves(8, 8));
        assert!(text.starts_with("\x1bPq\"1;1;8;8#0;2;0;0;0#1;2;0;0;20"), "{text:?}");
        // Red is number 180, blue number 5. All six rows are `~`, two rows are `B`.
        assert!(text.ends_with("#5!4?!4~$#180!4~!4?$-#5!4?!4B$#180!4B!4?$-\x1b\\\n"), "{text:?}");
    }

    #[test]
    fn blocks_show_two_rows_in_a_line() {
        let text = blocks(&halves(2, 3));
        assert_eq!(text.lines().count(), 2);
        let red = "\x1b[38;2;255;0;0;48;2;255;0;0m▀";
        assert!(text.lines().all(|line| line.starts_with(red) && line.ends_with("m▀\x1b[0m")), "{text:?}");
    }

    #[test]
    fn graphics_are_those_of_the_terminal() {
        let with = |name: &'static str, value: &'static str| {
            of_terminal(move |asked| (asked == name).then(|| value.to_owned()))
        };
        assert_eq!(with("KITTY_WINDOW_ID", "1"), TerminalGraphics::Kitty);
        assert_eq!(with("TERM", "foot-extra"), TerminalGraphics::Sixel);
        assert_eq!(with("TERM", "xterm-256color"), TerminalGraphics::Blocks);
    }

    #[test]
    fn wide_pictures_are_made_smaller() {
        assert_eq!(fitted(&halves(1920, 1080), 960).dimensions(), (960, 540));
        assert_eq!(fitted(&halves(20, 10), 960).dimensions(), (20, 10));
    }
}
