//! XML files: parsed with limits, and read with errors that name the line.

use std::borrow::Cow;

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::ReadError;

const REMEDY: &str = "correct the file";
/// Maximum number of elements and attributes of one file.
const NODES_MAX: u32 = 1_000_000;
/// Maximum number of prefixes of one file that nothing declares.
const PREFIXES_MAX: usize = 16;

/// An element of the tree.
#[derive(Clone, Copy)]
pub(in crate::formats) struct Element<'a, 'i>(pub Node<'a, 'i>);

impl<'a, 'i> Element<'a, 'i> {
    pub(in crate::formats) fn name(&self) -> &'a str {
        self.0.tag_name().name()
    }

    /// "line 12".
    pub(in crate::formats) fn place(&self) -> String {
        format!("line {}", self.0.document().text_pos_at(self.0.range().start).row)
    }

    pub(in crate::formats) fn all_children(&self) -> impl Iterator<Item = Element<'a, 'i>> + use<'a, 'i> {
        self.0.children().filter(Node::is_element).map(Element)
    }

    pub(in crate::formats) fn children<'n>(
        self,
        name: &'n str,
    ) -> impl Iterator<Item = Element<'a, 'i>> + use<'a, 'i, 'n> {
        self.all_children().filter(move |child| child.name() == name)
    }

    pub(in crate::formats) fn child(&self, name: &str) -> Option<Element<'a, 'i>> {
        self.children(name).next()
    }

    pub(in crate::formats) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.0.attribute(name)
    }

    /// A required attribute.
    pub(in crate::formats) fn required(&self, name: &str) -> Result<&'a str, ReadError> {
        self.attribute(name).ok_or_else(|| self.error(format!("<{}> has no {name}", self.name())))
    }

    /// A required child.
    pub(in crate::formats) fn required_child(&self, name: &str) -> Result<Element<'a, 'i>, ReadError> {
        self.child(name).ok_or_else(|| self.error(format!("<{}> has no <{name}>", self.name())))
    }

    /// Finite numbers in an attribute, if it is there. White space or commas separate them.
    pub(in crate::formats) fn numbers<const N: usize>(
        &self,
        name: &str,
    ) -> Result<Option<[f64; N]>, ReadError> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let wrong = || {
            let text: String = text.chars().take(60).collect();
            self.error(format!("{name} of <{}> must be {N} numbers and is \"{text}\"", self.name()))
        };
        let mut found = [0.0; N];
        let mut words = text.split([' ', '\t', '\r', '\n', ',']).filter(|word| !word.is_empty());
        for number in &mut found {
            let parsed = words.next().and_then(|word| word.parse().ok());
            *number = parsed.filter(|value: &f64| value.is_finite()).ok_or_else(wrong)?;
        }
        if words.next().is_some() { Err(wrong()) } else { Ok(Some(found)) }
    }

    pub(in crate::formats) fn number(&self, name: &str) -> Result<Option<f64>, ReadError> {
        Ok(self.numbers::<1>(name)?.map(|[value]| value))
    }

    /// An attribute of any prefix: `gz:expressed_in`.
    pub(in crate::formats) fn prefixed(&self, name: &str) -> Option<&'a str> {
        self.0.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
    }

    /// Whether the element has no text besides white space.
    pub(in crate::formats) fn is_empty(&self) -> bool {
        self.0.text().unwrap_or_default().trim().is_empty()
    }

    /// The finite number that is the text of the element.
    pub(in crate::formats) fn number_in_text(&self) -> Result<f64, ReadError> {
        let text = self.0.text().unwrap_or_default().trim();
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| {
            let text: String = text.chars().take(60).collect();
            self.error(format!("<{}> must be a number and is \"{text}\"", self.name()))
        })
    }

    /// Finite numbers in the text of the element.
    pub(in crate::formats) fn numbers_in_text<const N: usize>(&self) -> Result<[f64; N], ReadError> {
        let text = self.0.text().unwrap_or_default().trim();
        let numbers: Option<Vec<f64>> = text
            .split_ascii_whitespace()
            .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            let text: String = text.chars().take(60).collect();
            self.error(format!("<{}> must be {N} numbers and is \"{text}\"", self.name()))
        })
    }

    /// A required number that is not negative.
    pub(in crate::formats) fn size(&self, name: &str) -> Result<f64, ReadError> {
        self.required(name)?;
        let value = self.number(name)?.unwrap_or(0.0);
        if value < 0.0 {
            return Err(self.error(format!("{name} of <{}> is below 0", self.name())));
        }
        Ok(value)
    }

    pub(in crate::formats) fn error(&self, problem: impl Into<String>) -> ReadError {
        ReadError::new(self.place(), problem, REMEDY)
    }
}

/// The text of a file, which is UTF-8.
pub(in crate::formats) fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| {
        ReadError::new(format!("offset {:#x}", error.valid_up_to()), "is not UTF-8", "save the file as UTF-8")
    })
}

/// Parses a text whose elements are nested at most `depth_max` deep, so that recursion cannot overflow the stack.
pub(in crate::formats) fn parse<'t>(
    text: &'t str,
    depth_max: usize,
    remedy: &str,
) -> Result<Document<'t>, ReadError> {
    check_depth(text, depth_max)?;
    Document::parse_with_options(text, options())
        .map_err(|error| ReadError::new("XML", error.to_string(), remedy))
}

/// The text as the parser wants it, where TinyXML is tolerant, which reads the files of ROS, Gazebo and MuJoCo: prefixes such
/// as `drake:` without a declaration get one, names such as `gz::priority` lose a colon, comments may contain `--`, and text
/// before and after the root element is ignored. Lines keep their numbers.
pub(in crate::formats) fn tolerated(text: &str) -> Cow<'_, str> {
    let mut text = without_ends(text.strip_prefix('\u{feff}').unwrap_or(text));
    if let Some(plain) = with_plain_tags(&text) {
        text = Cow::Owned(plain);
    }
    for _ in 0..PREFIXES_MAX {
        let parsed = Document::parse_with_options(&text, options());
        let Err(Error::UnknownNamespace(prefix, _)) = parsed else { break };
        let is_element =
            |tag: &str| tag[1..].starts_with(|first: char| first.is_alphabetic() || first == '_');
        let Some((start, root)) = tags(&text).find(|(_, tag)| is_element(tag)) else { break };
        let name = root[1..].find(|next: char| next.is_whitespace() || next == '/');
        let name = start + name.map_or(root.len(), |length| length + 1);
        let (before, after) = text.split_at(name);
        text = Cow::Owned(format!("{before} xmlns:{prefix}=\"undeclared:{prefix}\"{after}"));
    }
    text
}

/// The text without its XML declaration, and without other text before the first tag and after the last one.
fn without_ends(text: &str) -> Cow<'_, str> {
    let text = text.rfind('>').map_or(text, |end| &text[..=end]);
    let start = text.find('<').unwrap_or(0);
    let body = &text[start..];
    let body =
        body.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")).map_or(body, |(_, rest)| rest);
    if body.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let lines = text[..text.len() - body.len()].matches('\n').count();
    Cow::Owned("\n".repeat(lines) + body)
}

/// The text with the comments that contain `--` emptied, and with single colons in the names of tags. `None` if the text has
/// neither.
fn with_plain_tags(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut copied = 0;
    for (start, tag) in tags(text) {
        if let Some(comment) = tag.strip_prefix("<!--") {
            if !comment.contains("--") && !comment.ends_with('-') {
                continue;
            }
            plain += &text[copied..start];
            plain += "<!--";
            plain += &"\n".repeat(comment.matches('\n').count());
        } else {
            let name = tag.split(|next: char| next.is_whitespace()).next().unwrap_or_default();
            if tag.starts_with("<!") || !name.contains("::") {
                continue;
            }
            plain += &text[copied..start];
            plain += &name.replace("::", ":");
            plain += &tag[name.len()..];
        }
        copied = start + tag.len();
    }
    if copied == 0 {
        return None;
    }
    Some(plain + &text[copied..])
}

/// The line of each offset of a text. The parser counts lines from the beginning for each question.
pub(in crate::formats) struct Lines(Vec<usize>);

impl Lines {
    pub(in crate::formats) fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(offset, _)| offset).collect())
    }

    /// The line of an element, from 1.
    pub(in crate::formats) fn line(&self, node: Node<'_, '_>) -> u32 {
        let before = self.0.partition_point(|&end| end < node.range().start);
        u32::try_from(before + 1).unwrap_or(u32::MAX)
    }
}

fn options<'t>() -> ParsingOptions<'t> {
    ParsingOptions { nodes_limit: NODES_MAX, ..ParsingOptions::default() }
}

/// The offset and the text of each tag, comment and so on, without its end.
fn tags(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let start = offset + text[offset..].find('<')?;
        let rest = &text[start..];
        let end = if rest.starts_with("<!--") {
            "-->"
        } else if rest.starts_with("<![CDATA[") {
            "]]>"
        } else {
            ">"
        };
        let length = rest.find(end)?;
        offset = start + length + end.len();
        Some((start, &rest[..length]))
    })
}

fn check_depth(text: &str, depth_max: usize) -> Result<(), ReadError> {
    let mut depth = 0_usize;
    for (start, tag) in tags(text) {
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.starts_with("<!") && !tag.starts_with("<?") && !tag.ends_with('/') {
            depth += 1;
        }
        if depth > depth_max {
            let line = text[..start].matches('\n').count() + 1;
            return Err(ReadError::new(
                format!("line {line}"),
                format!("elements are nested more than {depth_max} deep"),
                "check that it is a file of this kind",
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root_line(text: &str) -> Result<String, String> {
        let text = tolerated(text);
        let document = parse(&text, 9, "correct it").map_err(|error| error.to_string())?;
        Ok(Element(document.root_element()).place())
    }

    #[test]
    fn comments_and_names_are_read_as_tinyxml_reads_them() {
        for text in [
            "<!-- `gz --help`\n -- -->\n<robot/>",
            "<!--\n---->\n<robot><a::b/><a::b c='1'>x</a::b></robot>",
            "?xml version='1.0'?>\n\n<robot/>\nend",
        ] {
            assert_eq!(root_line(text), Ok("line 3".to_owned()), "{text}");
        }
        let unchanged = "<!-- a - b --><robot a='x::y'><![CDATA[<a::b>]]>c::d</robot>";
        assert!(matches!(tolerated(unchanged), Cow::Borrowed(text) if text == unchanged));
    }

    #[test]
    fn lines_are_those_of_the_parser() {
        let text = "<a>\n<b/><c/>\n\n<d>\n</d></a>\n";
        let (document, lines) = (Document::parse(text).unwrap(), Lines::of(text));
        for node in document.descendants().filter(Node::is_element) {
            assert_eq!(lines.line(node), document.text_pos_at(node.range().start).row, "{node:?}");
        }
    }

    #[test]
    fn undeclared_prefixes_and_early_white_space_are_tolerated() {
        for text in [
            "\n\n<robot><a:b/></robot>",
            "\n<?xml version='1.0'?>\n<robot><a:b c:d='1'/></robot>",
            "<?xml\nversion='1.0'?><!-- <x> -->\n<robot\nname='r'><a:b/></robot>",
            "\u{feff}\n\n<robot/>",
        ] {
            assert_eq!(root_line(text), Ok("line 3".to_owned()), "{text}");
        }
        assert!(root_line("<robot><a:b></robot>").is_err());
        assert!(root_line("<a:b/>").is_ok());
    }
}
