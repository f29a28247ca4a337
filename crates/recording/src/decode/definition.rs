//! Schemas of the form `ros2msg`: the definition of a message and of the types that it uses.
//!
//! The form: <https://mcap.dev/spec/registry#ros2msg>.

use std::collections::BTreeMap;

/// How deep types may lie in each other.
const DEPTH_MAX: usize = 24;

/// The types of a schema by their names with package, such as `geometry_msgs/Pose`.
#[derive(Debug)]
pub(super) struct Definitions {
    types: Vec<Vec<Field>>,
    root: usize,
}

/// A field of a type.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) count: Count,
}

/// How many elements a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    One,
    Fixed(usize),
    /// Their number is in the message.
    Sequence,
}

/// The type of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Text,
    /// A type of this number in the schema.
    Message(usize),
}

impl Definitions {
    /// Reads the text of the schema of the message `name`, such as `geometry_msgs/msg/Pose`.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let mut sections: Vec<(String, Vec<&str>)> = vec![(short(name), Vec::new())];
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some(name) = line.strip_prefix("MSG:") {
                sections.push((short(name.trim()), Vec::new()));
            } else if !line.is_empty()
                && !line.starts_with("===")
                && let Some((_, lines)) = sections.last_mut()
            {
                lines.push(line);
            }
        }
        let numbers: BTreeMap<String, usize> =
            sections.iter().enumerate().map(|(number, (name, _))| (name.clone(), number)).collect();
        let parsed = sections.iter().map(|(name, lines)| {
            let package = name.split('/').next().unwrap_or_default();
            lines.iter().filter_map(|line| field(line, package, &numbers).transpose()).collect()
        });
        let types: Vec<Vec<Field>> = parsed.collect::<Result<_, String>>()?;
        let definitions = Self { types, root: 0 };
        definitions.check_depth()?;
        Ok(definitions)
    }

    /// The fields of the message.
    pub(super) fn root(&self) -> &[Field] {
        self.fields(self.root)
    }

    /// The fields of a type.
    pub(super) fn fields(&self, number: usize) -> &[Field] {
        self.types.get(number).map(Vec::as_slice).unwrap_or_default()
    }

    /// Refuses types that hold themselves. Each type is looked at once for each depth.
    fn check_depth(&self) -> Result<(), String> {
        let mut level = std::collections::BTreeSet::from([self.root]);
        for _ in 0..DEPTH_MAX {
            let used = level.iter().flat_map(|number| self.fields(*number));
            level = used
                .filter_map(|field| if let Kind::Message(number) = field.kind { Some(number) } else { None })
                .collect();
            if level.is_empty() {
                return Ok(());
            }
        }
        Err(format!("its types lie more than {DEPTH_MAX} deep in each other"))
    }
}

/// `geometry_msgs/msg/Pose` and `geometry_msgs/Pose` are the same type.
fn short(name: &str) -> String {
    name.replace("/msg/", "/")
}

/// The field that a line declares; none for a constant.
fn field(line: &str, package: &str, numbers: &BTreeMap<String, usize>) -> Result<Option<Field>, String> {
    let malformed = || format!("the line {line:?} is malformed");
    let mut words = line.split_whitespace();
    let (type_name, name) = (words.next().ok_or_else(malformed)?, words.next().ok_or_else(malformed)?);
    // A constant: `uint8 NONE=0` or `uint8 NONE = 0`. A default may hold the sign too.
    if name.contains('=') || words.next().is_some_and(|word| word.starts_with('=')) {
        return Ok(None);
    }
    let (element, count) = match type_name.split_once('[') {
        None => (type_name, Count::One),
        Some((element, rest)) => {
            let size = rest.strip_suffix(']').ok_or_else(malformed)?;
            let count = if size.is_empty() || size.starts_with("<=") {
                Count::Sequence
            } else {
                Count::Fixed(size.parse().map_err(|_| malformed())?)
            };
            (element, count)
        }
    };
    let kind = match element.split("<=").next().unwrap_or_default() {
        "bool" => Kind::Bool,
        "int8" => Kind::I8,
        "uint8" | "byte" | "char" => Kind::U8,
        "int16" => Kind::I16,
        "uint16" => Kind::U16,
        "int32" => Kind::I32,
        "uint32" => Kind::U32,
        "int64" => Kind::I64,
        "uint64" => Kind::U64,
        "float32" => Kind::F32,
        "float64" => Kind::F64,
        "string" => Kind::Text,
        other => {
            let name = match other {
                "Header" => "std_msgs/Header".to_owned(),
                _ if other.contains('/') => short(other),
                _ => format!("{package}/{other}"),
            };
            let known = numbers.get(&name);
            Kind::Message(*known.ok_or_else(|| format!("it does not define the type {other:?}"))?)
        }
    };
    Ok(Some(Field { name: name.to_owned(), kind, count }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_arrays_and_types_are_read_and_constants_left_out() {
        let text = "uint8 NONE=0\nuint8 SOME = 1  # not a field\nstd_msgs/Header header\nfloat64[9] k\nPart[] parts\n\
                    string<=5[<=3] names\nint32 level 7\n===\nMSG: a/Part\nint8 x\n===\nMSG: std_msgs/Header\nstring frame_id";
        let known = Definitions::parse("a/msg/Whole", text).unwrap();
        let fields: Vec<_> =
            known.root().iter().map(|field| (field.name.as_str(), field.kind, field.count)).collect();
        assert_eq!(
            fields,
            [
                ("header", Kind::Message(2), Count::One),
                ("k", Kind::F64, Count::Fixed(9)),
                ("parts", Kind::Message(1), Count::Sequence),
                ("names", Kind::Text, Count::Sequence),
                ("level", Kind::I32, Count::One),
            ]
        );
    }

    #[test]
    fn types_that_are_unknown_or_hold_themselves_are_refused() {
        assert!(Definitions::parse("a/A", "B b").unwrap_err().contains("\"B\""));
        assert!(Definitions::parse("a/A", "A[] again").unwrap_err().contains("deep"));
        assert!(Definitions::parse("a/A", "int8[x] a").unwrap_err().contains("malformed"));
        assert!(Definitions::parse("a/A", "int8").unwrap_err().contains("malformed"));
    }
}
