//! Color pictures of cameras, as agents observe them: red, green and blue bytes.

use morse::Simulation;
use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::PixelKind;

/// A color image of a camera.
pub(super) struct Picture {
    component: String,
    field: usize,
    /// Bytes of a picture.
    width: usize,
}

impl Picture {
    /// The image in a field of a component, with `width` bytes.
    pub(super) fn new(
        simulation: &Simulation,
        component: &str,
        field: &str,
        width: usize,
    ) -> Result<Picture, String> {
        let data = simulation.data(component);
        let index = data.and_then(|data| data.index_of(field));
        let field = index.ok_or_else(|| format!("{component} has no field {field:?} in the simulation"))?;
        Ok(Picture { component: component.to_owned(), field, width })
    }

    pub(super) fn component(&self) -> &str {
        &self.component
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Writes the newest image, without its alpha.
    pub(super) fn write(&self, world: &Simulation, out: &mut [u8]) -> Result<(), String> {
        let field = world.data(&self.component).and_then(|data| data.get(self.field));
        let Some(Field::Image(image)) = field else {
            return Err(format!("{} has no image", self.component));
        };
        let (pixels, places) = (image.bytes.as_chunks::<4>().0, out.as_chunks_mut::<3>().0);
        if image.pixels != PixelKind::Color || pixels.len() != places.len() {
            let wanted = places.len();
            return Err(format!("{} has an image of {} pixels, not {wanted}", self.component, pixels.len()));
        }
        for ([red, green, blue, _], place) in pixels.iter().zip(places) {
            *place = [*red, *green, *blue];
        }
        Ok(())
    }
}
