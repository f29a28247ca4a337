//! What a resource of an entity means: a class of robots, a model file, or the text of a URDF.

use morse_ros::messages::simulation_interfaces::{Resource, Result as Outcome, SpawnResult};

use crate::simulation_interfaces::results::failed;

/// What to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A class of robots, or a model file in a resource folder.
    Named(String),
    /// The text of a URDF.
    Urdf(String),
}

impl Wanted {
    /// What a resource means. A text is used only if there is no uri.
    ///
    /// # Errors
    /// When there is neither, or what there is has another format.
    pub(super) fn new(resource: Resource) -> Result<Self, Outcome> {
        let Resource { uri, resource_string } = resource;
        let other = |text: String| Err(failed(SpawnResult::UNSUPPORTED_FORMAT, text));
        match (uri.is_empty(), resource_string.is_empty()) {
            (true, true) => Err(failed(
                SpawnResult::NO_RESOURCE,
                "give the uri of a resource, or a URDF as resource_string",
            )),
            (false, _) if uri.contains("://") => other(format!(
                "'{uri}' is not supported: the uri is a class of robots, or a model file in a resource folder such as \
                 props/objects"
            )),
            (false, _) => Ok(Self::Named(uri)),
            (true, false) => match root(&resource_string) {
                Some(("robot", _)) => Ok(Self::Urdf(resource_string)),
                Some((name, _)) => other(format!(
                    "the resource_string begins with <{}>: only URDF is supported",
                    shortened(name)
                )),
                None => other("the resource_string is no XML: only URDF is supported".to_owned()),
            },
        }
    }

    /// The name that the resource gives itself; empty if it gives none.
    pub(super) fn own_name(&self) -> &str {
        match self {
            Self::Named(_) => "",
            Self::Urdf(text) => {
                root(text).and_then(|(_, attributes)| attribute(attributes, "name")).unwrap_or("")
            }
        }
    }

    /// A name for an entity whose resource has none: its class or file, in lower case.
    pub(super) fn generated_name(&self) -> String {
        let Self::Named(what) = self else { return "entity".to_owned() };
        let file = what.rsplit('/').next().unwrap_or(what);
        let stem = file.split('.').next().unwrap_or(file).to_lowercase();
        if stem.is_empty() { "entity".to_owned() } else { stem }
    }
}

/// The name of the first element of an XML text, and its attributes as they are written.
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

/// The value of an attribute. Values with entities are read as they are written: they are no names of entities.
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

/// A name from a text of a client, short enough for an answer.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resource(uri: &str, text: &str) -> Result<Wanted, u8> {
        let resource = Resource { uri: uri.to_owned(), resource_string: text.to_owned() };
        Wanted::new(resource).map_err(|outcome| outcome.result)
    }

    #[test]
    fn a_uri_comes_before_a_text() {
        let robot = "<robot name='crate'/>";
        assert_eq!(resource("ATRV", robot), Ok(Wanted::Named("ATRV".to_owned())));
        assert_eq!(resource("", robot), Ok(Wanted::Urdf(robot.to_owned())));
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
    fn a_urdf_may_have_a_name() {
        let name = |text: &str| resource("", text).map(|wanted| wanted.own_name().to_owned());
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
    fn names_are_made_of_classes_and_files() {
        let generated = |uri: &str| Wanted::Named(uri.to_owned()).generated_name();
        assert_eq!(generated("ATRV"), "atrv");
        assert_eq!(generated("props/Chair.glb"), "chair");
        assert_eq!(generated("props/"), "entity");
    }
}
