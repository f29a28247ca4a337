//! Definitions of ROS messages and services: fields, constants, the types that they use, and MD5 sums.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use md5::{Digest, Md5};

/// Folder of the types of ROS 2.
const ROS2: &str = "ros2";
/// Line between two definitions of a text for connection headers, as gendeps of ROS writes it.
const SEPARATOR: &str = "================================================================================";
/// The header, which Rust structs take as a parameter.
const HEADER: &str = "std_msgs/Header";

/// A field of a message.
pub struct Field {
    /// The type without brackets; with its package, unless it is primitive.
    pub kind: String,
    /// `None` for a single value, an empty text for a sequence, else the length of an array.
    pub array: Option<String>,
    pub name: String,
    /// The type as it is written.
    pub written: String,
}

/// A constant of a message.
pub struct Constant {
    pub kind: String,
    pub name: String,
    pub value: String,
}

/// A message, or half of a service.
pub struct Definition {
    pub package: String,
    pub name: String,
    /// `2` for types whose fields differ in ROS 2, else empty.
    pub suffix: &'static str,
    pub fields: Vec<Field>,
    pub constants: Vec<Constant>,
    /// The definition without comments.
    pub text: String,
}

/// A service.
pub struct Service {
    pub package: String,
    pub name: String,
    pub request: Definition,
    pub response: Definition,
}

/// The Rust type of a primitive type; `None` for a message.
pub fn primitive(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "bool" => "bool",
        "int8" | "byte" => "i8",
        "uint8" | "char" => "u8",
        "int16" => "i16",
        "uint16" => "u16",
        "int32" => "i32",
        "uint32" => "u32",
        "int64" => "i64",
        "uint64" => "u64",
        "float32" => "f32",
        "float64" => "f64",
        "string" => "String",
        "time" | "duration" => "Time",
        _ => return None,
    })
}

impl Definition {
    fn parse(package: &str, name: &str, suffix: &'static str, text: &str) -> Result<Self, Box<dyn Error>> {
        let (package, name) = (package.to_owned(), name.to_owned());
        let mut new =
            Self { package, name, suffix, fields: Vec::new(), constants: Vec::new(), text: String::new() };
        let mut lines = Vec::new();
        for line in text.lines() {
            let without_comment = line.split('#').next().unwrap_or_default().trim();
            if without_comment.is_empty() {
                continue;
            }
            // The value of a text constant is the rest of the line, comments included.
            let is_text = without_comment.starts_with("string ") && without_comment.contains('=');
            let line = if is_text { line.trim() } else { without_comment };
            let (kind, rest) =
                line.split_once(char::is_whitespace).ok_or_else(|| format!("{}: {line:?}", new.name))?;
            lines.push(match rest.split_once('=') {
                Some((name, value)) => {
                    let [kind, name, value] = [kind, name, value].map(|part| part.trim().to_owned());
                    let line = format!("{kind} {name}={value}");
                    new.constants.push(Constant { kind, name, value });
                    line
                }
                None => {
                    new.fields.push(field(&new.package, kind, rest.trim()));
                    format!("{kind} {}", rest.trim())
                }
            });
        }
        new.text = lines.join("\n");
        Ok(new)
    }

    /// The type of ROS: package and name.
    pub fn key(&self) -> String {
        format!("{}/{}", self.package, self.name)
    }

    /// The name of its struct.
    pub fn rust_name(&self) -> String {
        format!("{}{}", self.name, self.suffix)
    }
}

fn field(package: &str, written: &str, name: &str) -> Field {
    let (base, bracket) = written.split_once('[').map_or((written, None), |(base, rest)| (base, Some(rest)));
    let kind = match base {
        "Header" => HEADER.to_owned(),
        _ if primitive(base).is_some() || base.contains('/') => base.to_owned(),
        _ => format!("{package}/{base}"),
    };
    let array = bracket.map(|bracket| bracket.trim_end_matches(']').to_owned());
    Field { kind, array, name: name.to_owned(), written: written.to_owned() }
}

/// All definitions that are needed, by package and name of the struct.
pub struct Definitions {
    folder: PathBuf,
    ros1: BTreeMap<String, (String, String)>,
    known: BTreeMap<String, Definition>,
}

impl Definitions {
    /// Definitions of the files in a folder, and of a JSON object from types of ROS 1 to MD5 sum and definition.
    pub fn new(folder: &Path, ros1: &Path) -> Result<Self, Box<dyn Error>> {
        let ros1 = serde_json::from_str(&fs::read_to_string(ros1)?)?;
        Ok(Self { folder: folder.to_owned(), ros1, known: BTreeMap::new() })
    }

    /// All messages.
    pub fn messages(&self) -> impl Iterator<Item = &Definition> {
        self.known.values()
    }

    /// Whether a message has this type.
    pub fn has_message(&self, key: &str) -> bool {
        self.known.contains_key(key)
    }

    /// Adds a message and all that it uses. Returns its key: package and name of the struct.
    pub fn add(&mut self, key: &str, suffix: &str) -> Result<String, Box<dyn Error>> {
        let definition = self.load(key, suffix)?;
        let full = format!("{}/{}", definition.package, definition.rust_name());
        if !self.known.contains_key(&full) {
            let used = self.used_kinds(&definition);
            let suffix = definition.suffix;
            self.known.insert(full.clone(), definition);
            for kind in used {
                self.add(&kind, suffix)?;
            }
        }
        Ok(full)
    }

    /// Reads a service, and adds all that it uses.
    pub fn service(&mut self, key: &str) -> Result<Service, Box<dyn Error>> {
        let (package, name) = split(key)?;
        let folders = [self.folder.clone(), self.folder.join(ROS2)];
        let paths = folders.map(|folder| folder.join(package).join("srv").join(format!("{name}.srv")));
        let path =
            paths.iter().find(|path| path.exists()).ok_or_else(|| format!("no definition of {key}"))?;
        let text = fs::read_to_string(path)?;
        let mut halves = text.split("---\n").map(str::to_owned);
        let mut half = |part: &str| {
            let text = halves.next().ok_or_else(|| format!("{}: no line `---`", path.display()))?;
            Definition::parse(package, &format!("{name}{part}"), "", &text)
        };
        let (request, response) = (half("Request")?, half("Response")?);
        for half in [&request, &response] {
            for kind in self.used_kinds(half) {
                self.add(&kind, "")?;
            }
        }
        Ok(Service { package: package.to_owned(), name: name.to_owned(), request, response })
    }

    fn load(&self, key: &str, suffix: &str) -> Result<Definition, Box<dyn Error>> {
        let (package, name) = split(key)?;
        let file = Path::new(package).join("msg").join(format!("{name}.msg"));
        let of_ros2 = self.folder.join(ROS2).join(&file);
        if suffix == "2" && of_ros2.exists() {
            return Definition::parse(package, name, "2", &fs::read_to_string(of_ros2)?);
        }
        let own = self.folder.join(&file);
        if own.exists() {
            return Definition::parse(package, name, "", &fs::read_to_string(own)?);
        }
        if let Some((_, text)) = self.ros1.get(key) {
            return Definition::parse(package, name, "", text);
        }
        // Packages that exist only in ROS 2 come last: their types need no suffix.
        let text =
            fs::read_to_string(&of_ros2).map_err(|error| format!("no definition of {key}: {error}"))?;
        Definition::parse(package, name, "", &text)
    }

    fn used_kinds(&self, definition: &Definition) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for field in definition.fields.iter().filter(|field| primitive(&field.kind).is_none()) {
            if !kinds.contains(&field.kind) {
                kinds.push(field.kind.clone());
            }
        }
        kinds
    }

    /// The message of a field's type, which [`Definitions::add`] has added with its owner.
    pub fn of(&self, owner: &Definition, kind: &str) -> &Definition {
        let of_ros2 = self.known.get(&format!("{kind}{}", owner.suffix));
        of_ros2.unwrap_or_else(|| &self.known[kind])
    }

    /// The messages that a definition uses, in the order of its fields.
    pub fn used(&self, definition: &Definition) -> Vec<&Definition> {
        self.used_kinds(definition).iter().map(|kind| self.of(definition, kind)).collect()
    }

    /// Whether a definition has a header, itself or in a message that it uses.
    pub fn has_header(&self, definition: &Definition) -> bool {
        definition.key() == HEADER || self.used(definition).into_iter().any(|used| self.has_header(used))
    }

    /// The text that the MD5 sum of ROS 1 is of: constants, then fields, with the sums of used types.
    pub fn md5_text(&self, definition: &Definition) -> String {
        let constants = definition.constants.iter();
        let mut lines: Vec<String> = constants
            .map(|constant| format!("{} {}={}", constant.kind, constant.name, constant.value))
            .collect();
        for field in &definition.fields {
            let kind = match primitive(&field.kind) {
                Some(_) => field.written.clone(),
                None => self.md5(self.of(definition, &field.kind)),
            };
            lines.push(format!("{kind} {}", field.name));
        }
        lines.join("\n")
    }

    /// The MD5 sum of a message.
    pub fn md5(&self, definition: &Definition) -> String {
        md5(&self.md5_text(definition))
    }

    /// The definition followed by all used definitions, depth first.
    pub fn full_text(&self, definition: &Definition) -> String {
        fn visit<'a>(all: &'a Definitions, definition: &Definition, found: &mut Vec<&'a Definition>) {
            for used in all.used(definition) {
                if !found.iter().any(|known| std::ptr::eq(*known, used)) {
                    found.push(used);
                    visit(all, used, found);
                }
            }
        }
        let mut found = Vec::new();
        visit(self, definition, &mut found);
        let mut text = format!("{}\n", definition.text);
        for used in found {
            let _ = write!(text, "{SEPARATOR}\nMSG: {}\n{}\n", used.key(), used.text);
        }
        text
    }
}

/// The MD5 sum of a text in hexadecimal digits.
pub fn md5(text: &str) -> String {
    Md5::digest(text).iter().fold(String::new(), |sum, byte| sum + &format!("{byte:02x}"))
}

fn split(key: &str) -> Result<(&str, &str), String> {
    key.split_once('/').ok_or_else(|| format!("{key:?} is not a package and a name"))
}
