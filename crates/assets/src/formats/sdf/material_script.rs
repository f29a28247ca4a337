//! Material scripts of OGRE, which Gazebo's models have in `materials/scripts`: colors and images by name.
//!
//! Source: OGRE's manual, "Material Scripts". Of a material the first pass of the first technique is read, and of that the
//! colors and the first image.

use std::collections::BTreeMap;

/// A material of a script.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ScriptMaterial {
    pub ambient: Option<[f32; 4]>,
    pub diffuse: Option<[f32; 4]>,
    pub specular: Option<[f32; 4]>,
    /// Name of the image file.
    pub image: Option<String>,
    /// Size of the image on the surface, as a factor; 0.1 repeats it ten times.
    pub image_scale: Option<[f32; 2]>,
}

/// Reads the materials of a script by name.
///
/// # Errors
/// A problem with its line, as text.
pub(super) fn parse(text: &str) -> Result<BTreeMap<String, ScriptMaterial>, String> {
    let mut reader = Reader::default();
    let mut in_comment = false;
    for (number, line) in text.lines().enumerate() {
        let line = without_comments(line, &mut in_comment);
        reader.line(&line).map_err(|problem| format!("line {}: {problem}", number + 1))?;
    }
    if reader.blocks.is_empty() {
        Ok(reader.materials)
    } else {
        Err("a `}` is missing at the end".to_owned())
    }
}

/// A line without `//` and `/* */` comments, which may go over several lines.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut kept = String::new();
    let mut rest = line;
    loop {
        if *in_comment {
            let Some((_, after)) = rest.split_once("*/") else { return kept };
            (rest, *in_comment) = (after, false);
        }
        let (line_end, block) = (rest.find("//"), rest.find("/*"));
        match (line_end, block) {
            (Some(end), block) if block.is_none_or(|block| end < block) => {
                kept.push_str(&rest[..end]);
                return kept;
            }
            (_, Some(start)) => {
                kept.push_str(&rest[..start]);
                kept.push(' ');
                (rest, *in_comment) = (&rest[start + 2..], true);
            }
            _ => {
                kept.push_str(rest);
                return kept;
            }
        }
    }
}

/// An open block of a script.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Material,
    Technique,
    Pass,
    TextureUnit,
    Other,
}

/// Deepest nesting of blocks.
const DEPTH_MAX: usize = 64;

#[derive(Default)]
struct Reader {
    materials: BTreeMap<String, ScriptMaterial>,
    name: String,
    material: ScriptMaterial,
    blocks: Vec<Block>,
    /// The block that the next `{` opens.
    next: Option<Block>,
    /// Numbers of techniques and passes of the material so far.
    techniques: usize,
    passes: usize,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        // A brace may stand at the end of the line of its block.
        let mut statement = Vec::new();
        for word in line.replace('{', " { ").replace('}', " } ").split_ascii_whitespace() {
            match word {
                "{" => {
                    self.statement(&std::mem::take(&mut statement))?;
                    self.open()?;
                }
                "}" => {
                    self.statement(&std::mem::take(&mut statement))?;
                    self.close()?;
                }
                word => statement.push(word.to_owned()),
            }
        }
        self.statement(&statement)
    }

    fn open(&mut self) -> Result<(), String> {
        if self.blocks.len() >= DEPTH_MAX {
            return Err(format!("blocks are more than {DEPTH_MAX} deep"));
        }
        self.blocks.push(self.next.take().unwrap_or(Block::Other));
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        match self.blocks.pop() {
            Some(Block::Material) => {
                let material = std::mem::take(&mut self.material);
                self.materials.insert(std::mem::take(&mut self.name), material);
                Ok(())
            }
            Some(_) => Ok(()),
            None => Err("a `}` closes no block".to_owned()),
        }
    }

    fn statement(&mut self, words: &[String]) -> Result<(), String> {
        let Some((first, rest)) = words.split_first() else { return Ok(()) };
        let is_first_pass = self.techniques == 1 && self.passes == 1;
        match (self.blocks.last().copied(), first.as_str()) {
            (None, "material") => self.material(rest)?,
            (Some(Block::Material), "technique") => {
                self.techniques += 1;
                self.next = Some(Block::Technique);
            }
            (Some(Block::Technique), "pass") => {
                self.passes += 1;
                self.next = Some(Block::Pass);
            }
            (Some(Block::Pass), "texture_unit") => self.next = Some(Block::TextureUnit),
            (Some(Block::Pass), "ambient") if is_first_pass => self.material.ambient = color(rest)?,
            (Some(Block::Pass), "diffuse") if is_first_pass => self.material.diffuse = color(rest)?,
            (Some(Block::Pass), "specular") if is_first_pass => self.material.specular = color(rest)?,
            (Some(Block::TextureUnit), "texture") if is_first_pass && self.material.image.is_none() => {
                self.material.image = rest.first().map(|name| name.trim_matches('"').to_owned());
            }
            (Some(Block::TextureUnit), "scale") if is_first_pass => {
                let numbers = numbers(rest)?;
                if let [x, y, ..] = numbers[..] {
                    self.material.image_scale = Some([x, y]);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `material NAME`, or `material NAME : PARENT`, which starts from the values of another one.
    fn material(&mut self, words: &[String]) -> Result<(), String> {
        let text = words.join(" ");
        let (name, parent) = text.split_once(':').unwrap_or((&text, ""));
        let (name, parent) = (name.trim().trim_matches('"'), parent.trim().trim_matches('"'));
        if name.is_empty() {
            return Err("a material has no name".to_owned());
        }
        name.clone_into(&mut self.name);
        self.material = self.materials.get(parent).cloned().unwrap_or_default();
        (self.techniques, self.passes, self.next) = (0, 0, Some(Block::Material));
        Ok(())
    }
}

/// A color of three or four numbers; `None` for that of the vertices.
fn color(words: &[String]) -> Result<Option<[f32; 4]>, String> {
    if words.first().is_some_and(|word| word == "vertexcolour") {
        return Ok(None);
    }
    match numbers(words)?[..] {
        [r, g, b] => Ok(Some([r, g, b, 1.0])),
        [r, g, b, alpha, ..] => Ok(Some([r, g, b, alpha].map(|part| part.clamp(0.0, 1.0)))),
        _ => Err("a color needs three numbers".to_owned()),
    }
}

fn numbers(words: &[String]) -> Result<Vec<f32>, String> {
    let number = |word: &String| word.parse().ok().filter(|number: &f32| number.is_finite());
    words.iter().map(|word| number(word).ok_or_else(|| format!("{word:?} is not a number"))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ScriptMaterial, parse};

    const SCRIPT: &str = "// Two materials\nmaterial Field/Carpet {\n technique\n {\n  pass\n  {\n   ambient 1 1 1 1\n   \
        diffuse 0.5 0.25 0 1 /* over\n two lines */ specular 0.2 0.2 0.2 1 12.5\n\n   texture_unit { scale 0.1 0.2\n    \
        texture carpet.jpg }\n   texture_unit\n {\n texture second.png\n }\n  }\n  pass { diffuse 1 0 0 }\n }\n}\n\
        vertex_program shade glsl { source a.vert\n default_params { param x } }\n\
        material Field/Red : Field/Carpet { technique { pass { diffuse 1 0 0\n } } }";

    #[test]
    fn first_pass_of_each_material_is_read() {
        let materials = parse(SCRIPT).unwrap();
        assert_eq!(materials.len(), 2);
        let carpet = ScriptMaterial {
            ambient: Some([1.0; 4]),
            diffuse: Some([0.5, 0.25, 0.0, 1.0]),
            specular: Some([0.2, 0.2, 0.2, 1.0]),
            image: Some("carpet.jpg".to_owned()),
            image_scale: Some([0.1, 0.2]),
        };
        assert_eq!(
            materials["Field/Red"],
            ScriptMaterial { diffuse: Some([1.0, 0.0, 0.0, 1.0]), ..carpet.clone() }
        );
        assert_eq!(materials["Field/Carpet"], carpet);
    }

    #[test]
    fn problems_have_their_line() {
        for (text, problem) in [
            ("material A\n{\n", "a `}` is missing at the end"),
            ("\n}", "line 2: a `}` closes no block"),
            ("material\n{\n}", "line 1: a material has no name"),
            ("material A {\n technique { pass {\n ambient 1 x 0\n}}}", "line 3: \"x\" is not a number"),
            ("material A {\n technique { pass {\n ambient 1\n}}}", "line 3: a color needs three numbers"),
            (&"{".repeat(100), "line 1: blocks are more than 64 deep"),
        ] {
            assert_eq!(parse(text).unwrap_err(), problem);
        }
    }

    proptest! {
        #[test]
        fn damage_never_panics(place in 0..SCRIPT.len(), byte: u8, length in 0..SCRIPT.len()) {
            let mut bytes = SCRIPT.as_bytes().to_vec();
            bytes[place] = byte;
            let _ = parse(&String::from_utf8_lossy(&bytes[..length]));
        }
    }
}
