//! The resource of an entity to spawn: a robot class, a model file, or the text of a URDF.

use morse_ros::messages::simulation_interfaces::{Resource, Result as Outcome, SpawnResult};

use crate::simulation_interfaces::results::failed;

/// The source of a spawned entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SpawnSource {
    /// A robot class, or a model file in a resource folder.
    Named(String),
    /// The text of a URDF.
    Urdf(String),
}

impl SpawnSource {
    /// Reads a resource. Its text is used only if it has no URI.
    ///
    /// # Errors
    /// When the resource has neither URI nor text, or the format is not supported.
    pub(super) fn new(resource: Resource) -> Result<Self, Outcome> {
        let Resource { uri, resource_string } = resource;
        let unsupported = |text: String| Err(failed(SpawnResult::UNSUPPORTED_FORMAT, text));
        match (uri.is_empty(), resource_string.is_empty()) {
            (true, true) => Err(failed(
                SpawnResult::NO_RESOURCE,
                "give the uri of a resource, or a URDF as resource_string",
            )),
            (false, _) if uri.contains("://") => unsupported(format!(
                "'{uri}' is not supported: the uri must be a robot class, or a model file in a resource folder such as \
                 props/objects"
            )),
            (false, _) => Ok(Self::Named(uri)),
            (true, false) => match root(&resource_string) {
                Some(("robot", _)) => Ok(Self::Urdf(resource_string)),
                Some((name, _)) => unsupported(format!(
                    "the resource_string begins with <{}>: only URDF is supported",
                    shortened(name)
                )),
                None => unsupported("the resource_string is not XML: only URDF is supported".to_owned()),
            },
        }
    }

    /// The name in the resource; empty if it has none.
    pub(super) fn own_name(&self) -> &str {
        match self {
            Self::Named(_) => "",
            Self::Urdf(text) => {
                root(text).and_then(|(_, attributes)| attribute(attributes, "name")).unwrap_or("")
            }
        }
    }

    /// A name for an entity whose resource has no name: its class or file, in lower case.
    pub(super) fn generated_name(&self) -> String {
        let Self::Named(name) = self else { return "entity".to_owned() };
        let file = name.rsplit('/').next().unwrap_or(name);
        let stem = file.split('.').next().unwrap_or(file).to_lowercase();
        if stem.is_empty() { "entity".to_owned() } else { stem }
    }
}

/// The name of the root element of an XML text, and the text of its attributes.
fn root(text: &str) -> Option<(&str, &str)> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match () {
            () if rest.starts_with("<?") => "?>",
            () if rest.starts_with("<!--") => "-->",
            () if rest.starts_with("<!") => ">",
            () => break,
        };
        rest = rest[rest.find(end)? + end.len()..].trim_start();
    }
    let tag = rest.strip_prefix('<')?;
    let tag = &tag[..tag.find('>').unwrap_or(tag.len())];
    let end = tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
    let (name, attributes) = tag.split_at(end);
    (!name.is_empty()).then_some((name, attributes))
}

/// The value of an attribute. XML entities are not replaced, since names of entities cannot contain such characters.
fn attribute<'a>(attributes: &'a str, wanted: &str) -> Option<&'a str> {
    let mut rest = attributes;
    loop {
        let (name, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (value, after) = value[1..].split_once(quote)?;
        if name.trim() == wanted {
            return Some(value);
        }
        rest = after;
    }
}

/// A name from a client, truncated for the error message.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(uri: &str, text: &str) -> Result<SpawnSource, u8> {
        let resource = Resource { uri: uri.to_owned(), resource_string: text.to_owned() };
        SpawnSource::new(resource).map_err(|outcome| outcome.result)
    }

    #[test]
    fn uri_precedes_text() {
        let robot = "<robot name='crate'/>";
        assert_eq!(resource("ATRV", robot), Ok(SpawnSource::Named("ATRV".to_owned())));
        assert_eq!(resource("", robot), Ok(SpawnSource::Urdf(robot.to_owned())));
        assert_eq!(resource("", ""), Err(SpawnResult::NO_RESOURCE));
        for (uri, text) in [
            ("file:///etc/passwd", robot),
            ("", "<sdf version='1.9'><robot/></sdf>"),
            ("", "ATRV"),
            ("", "<!-- <robot/>"),
        ] {
            assert_eq!(resource(uri, text), Err(SpawnResult::UNSUPPORTED_FORMAT), "{uri}{text}");
        }
    }

    #[test]
    fn name_of_a_urdf_is_read() {
        let name = |text: &str| resource("", text).map(|source| source.own_name().to_owned());
        let long =
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- <sdf> -->\n<robot\n version='1' name = \"my>arm\" x='y'>";
        assert_eq!(name("<robot name='crate'><link name='body'/></robot>"), Ok("crate".to_owned()));
        assert_eq!(name(&long.replace("my>", "my_")), Ok("my_arm".to_owned()));
        for without in
            ["<robot/>", "<robot><link name='body'/></robot>", "<robot name=x>", "<robot rename='x'/>"]
        {
            assert_eq!(name(without), Ok(String::new()), "{without}");
        }
    }

    #[test]
    fn names_are_generated_from_classes_and_files() {
        let generated = |uri: &str| SpawnSource::Named(uri.to_owned()).generated_name();
        assert_eq!(generated("ATRV"), "atrv");
        assert_eq!(generated("props/Chair.glb"), "chair");
        assert_eq!(generated("props/"), "entity");
    }
}
