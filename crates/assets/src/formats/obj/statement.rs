//! Lines of OBJ and MTL files.

/// A line of an OBJ file.
pub(super) enum Statement<'a> {
    /// Its coordinates may not be finite.
    Point([f32; 3]),
    Uv([f32; 2]),
    Face(Vec<Corner>),
    /// A new object or group.
    Object(&'a str),
    Use(&'a str),
    Library(&'a str),
    /// An unknown statement that would add something to the model.
    Unknown(&'a str),
    Nothing,
}

/// A corner of a face: numbers from 1, or from −1 backwards.
pub(super) struct Corner {
    pub point: i64,
    pub uv: Option<i64>,
}

/// All statements with the number of their line.
pub(super) fn statements(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<Statement<'_>, String>)> {
    lines(bytes).map(|(line, text)| {
        let statement = match text {
            Some(text) => Statement::parse(text),
            None => Err("is not text".to_owned()),
        };
        (line, statement)
    })
}

/// Lines with their numbers, comments left out; `None` for a line that is not UTF-8.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Option<&str>)> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| line.trim_ascii_start().first() != Some(&b'#'));
    lines.map(|(number, line)| (number + 1, std::str::from_utf8(line).ok().map(str::trim)))
}

/// Splits a line into its first word and the rest.
pub(super) fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// The first `N` numbers of a text, which may not be finite.
fn any_numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let mut found = [0.0; N];
    let mut words = text.split_ascii_whitespace();
    for number in &mut found {
        let word = words.next().ok_or_else(|| format!("needs {N} numbers"))?;
        *number = word.parse().map_err(|_| format!("{} is not a number", quoted(word)))?;
    }
    Ok(found)
}

/// The first `N` numbers of a text, which must be finite.
pub(super) fn numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let found = any_numbers(text)?;
    match found.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("{number} is not finite")),
        None => Ok(found),
    }
}

impl<'a> Statement<'a> {
    fn parse(text: &'a str) -> Result<Statement<'a>, String> {
        if text.ends_with('\\') {
            return Err("goes on in the next line, which is not known here".to_owned());
        }
        let (word, rest) = split(text);
        Ok(match word {
            "v" => Statement::Point(any_numbers(rest)?),
            // One coordinate is allowed: the second one is 0 then.
            "vt" => {
                let uv = any_numbers::<2>(rest).or_else(|_| any_numbers::<1>(rest).map(|[u]| [u, 0.0]))?;
                Statement::Uv(uv.map(|number| if number.is_finite() { number } else { 0.0 }))
            }
            "f" => {
                let corners = rest.split_ascii_whitespace().map(corner).collect::<Result<Vec<_>, _>>()?;
                if corners.len() < 3 {
                    return Err("a face has three corners at least".to_owned());
                }
                Statement::Face(corners)
            }
            "o" | "g" => Statement::Object(rest),
            "usemtl" => Statement::Use(rest),
            "mtllib" => Statement::Library(rest),
            // Normals and smoothing change the shading of a surface, not its shape.
            "" | "vn" | "s" => Statement::Nothing,
            _ => Statement::Unknown(word),
        })
    }
}

fn corner(word: &str) -> Result<Corner, String> {
    let mut numbers = word.split('/');
    let number = |text: &str| text.parse::<i32>().ok().map(i64::from).filter(|&number| number != 0);
    let wrong = || format!("{} is not a corner", quoted(word));
    let point = numbers.next().and_then(number).ok_or_else(wrong)?;
    let uv = match numbers.next() {
        None | Some("") => None,
        Some(text) => Some(number(text).ok_or_else(wrong)?),
    };
    Ok(Corner { point, uv })
}

/// A word, shortened for a message.
fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    format!("\"{}\"", word.chars().take(SHOWN).collect::<String>())
}
