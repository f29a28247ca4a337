//! From a world and a view to a picture.

use morse_world::World;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::eye::Eye;
use crate::lamps::Lamp;
use crate::tile::{self, Band, Brush, Scene};
use crate::{Grid, Picture, RenderError, Shade, Style, View};

/// What a view sees of a world.
///
/// # Errors
/// [`RenderError`] when no camera has such a view.
pub fn render(world: &World, view: &View, style: &Style<'_>) -> Result<Picture, RenderError> {
    let mut picture = Picture::default();
    render_into(world, view, style, &mut picture)?;
    Ok(picture)
}

/// As [`render`], into a picture that is replaced: for one picture after the other without asking for memory.
///
/// The work is shared out among the threads of the current pool; the result is the same, to the bit, whatever the
/// pool is.
///
/// # Errors
/// [`RenderError`] when no camera has such a view; the picture is then as it was.
pub fn render_into(
    world: &World,
    view: &View,
    style: &Style<'_>,
    picture: &mut Picture,
) -> Result<(), RenderError> {
    view.validate()?;
    picture.resize(view.width, view.height, style.colours);
    let eye = Eye::new(view);
    let lamps = if style.colours { Lamp::all(world, eye.place) } else { Vec::new() };
    let ambient = style.ambient_in(world);
    let scene = Scene { world, eye, lamps, ambient, style: *style, size: [view.width, view.height] };
    let in_band = (tile::HEIGHT * view.width) as usize;
    let mut rgba = picture.rgba.chunks_mut(in_band);
    let bands = picture.depth.chunks_mut(in_band).zip(picture.nodes.chunks_mut(in_band)).enumerate();
    let bands = bands.map(|(number, (depth, nodes))| Band {
        first_row: number as u32 * tile::HEIGHT,
        rgba: rgba.next().unwrap_or_default(),
        depth,
        nodes,
    });
    let bands: Vec<_> = bands.collect();
    bands.into_par_iter().for_each_init(|| Brush::new(&scene), |brush, mut band| brush.draw(&mut band));
    Ok(())
}

/// As [`render`], with soft edges, four rays for each pixel, and a grid and shades laid over it. For people.
///
/// # Errors
/// [`RenderError`] when no camera has a view of twice that size.
pub fn render_smooth(
    world: &World,
    view: &View,
    style: &Style<'_>,
    grid: Option<&Grid>,
    shades: &[Shade],
) -> Result<Picture, RenderError> {
    let twice = View { width: view.width.saturating_mul(2), height: view.height.saturating_mul(2), ..*view };
    let mut picture = render(world, &twice, style)?;
    if style.outlines {
        picture.outline();
    }
    if let Some(grid) = grid {
        grid.draw(&twice, &mut picture);
    }
    for shade in shades {
        shade.draw(&twice, &mut picture);
    }
    Ok(picture.halved())
}
