//! Images for people: smooth edges, a grid, and shades. A film draws only the parts again that changed.

use std::mem;
use std::sync::Arc;

use glam::DVec3;
use morse_world::World;

use crate::device::PictureRequest;
use crate::device::renderer::Renderer;
use crate::redraw::Tiles;
use crate::render::render_tiles;
use crate::{Grid, Picture, RenderError, Shade, Style, View};

/// Renders views with anti-aliasing by four rays per pixel, and with a grid and shades drawn over the image.
#[derive(Default)]
pub struct SmoothRenderer {
    /// The device that draws, in place of the one that is attached to the world.
    renderer: Option<Arc<Renderer>>,
    /// The image at twice the size, without what is drawn over it.
    plain: Picture,
    /// The colors of that image with outlines and grid.
    drawn: Vec<[u8; 4]>,
    /// The image.
    smooth: Picture,
}

impl SmoothRenderer {
    /// A renderer whose images are drawn by a device; by the CPU, or the device that is attached to the world, for `None`.
    #[must_use]
    pub fn by(renderer: Option<Arc<Renderer>>) -> SmoothRenderer {
        SmoothRenderer { renderer, ..SmoothRenderer::default() }
    }

    /// Renders a view.
    ///
    /// # Errors
    /// [`RenderError`] if a view of twice that size is not valid.
    pub fn draw(
        &mut self,
        world: &World,
        view: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        shades: &[Shade],
    ) -> Result<&Picture, RenderError> {
        let twice = twice(view);
        self.update(world, &twice, style, grid, &Tiles::all(&twice))?;
        Ok(self.finish(&twice, shades))
    }

    /// Renders the last view again, with the same style and grid, in a world in which nothing has changed except inside
    /// `changed`: world-aligned boxes, as lowest and highest corners [m], before and after the change. The shadows of the
    /// boxes are drawn again too.
    ///
    /// # Errors
    /// [`RenderError`] if the view is not valid.
    pub fn draw_changes(
        &mut self,
        world: &World,
        view: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        shades: &[Shade],
        changed: &[[DVec3; 2]],
    ) -> Result<&Picture, RenderError> {
        let twice = twice(view);
        let is_same_size = [self.plain.width, self.plain.height] == [twice.width, twice.height];
        // A mirror shows changes anywhere.
        let has_mirrors = world.materials().any(|(_, material)| material.mirror > 0.0);
        let tiles = if is_same_size && !has_mirrors {
            Tiles::around(world, &twice, changed)
        } else {
            Tiles::all(&twice)
        };
        self.update(world, &twice, style, grid, &tiles)?;
        Ok(self.finish(&twice, shades))
    }

    /// Renders the tiles, and draws outlines and grid over them.
    fn update(
        &mut self,
        world: &World,
        twice: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        tiles: &Tiles,
    ) -> Result<(), RenderError> {
        twice.validate()?;
        let request = PictureRequest { world, view: twice, directions: None, style };
        let renderer = self.renderer.as_deref().or_else(|| Renderer::of(world));
        let all = Tiles::all(twice);
        // A device draws whole images.
        let tiles = if renderer.is_some_and(|renderer| renderer.draw(&request, &mut self.plain)) {
            &all
        } else {
            render_tiles(world, twice, style, &mut self.plain, tiles)?;
            tiles
        };
        self.drawn.resize(self.plain.rgba.len(), [0; 4]);
        self.smooth.resize(twice.width / 2, twice.height / 2, !self.plain.rgba.is_empty(), false);
        let grid = grid.map(|grid| grid.prepared(twice));
        for [columns, rows] in tiles.areas() {
            for row in rows.clone() {
                let places = self.plain.index(columns.start, row)..self.plain.index(columns.end, row);
                if let (Some(to), Some(from)) =
                    (self.drawn.get_mut(places.clone()), self.plain.rgba.get(places))
                {
                    to.copy_from_slice(from);
                }
            }
            if style.outlines {
                self.plain.outline(&mut self.drawn, columns.clone(), rows.clone());
            }
            if let Some(grid) = &grid {
                grid.draw(&self.plain, &mut self.drawn, columns.clone(), rows.clone());
            }
            self.plain.halve(&self.drawn, &mut self.smooth, columns, rows);
        }
        Ok(())
    }

    /// The image with shades. They may be anywhere, so that all of it is made again.
    fn finish(&mut self, twice: &View, shades: &[Shade]) -> &Picture {
        if shades.is_empty() {
            return &self.smooth;
        }
        let plain = mem::replace(&mut self.plain.rgba, self.drawn.clone());
        for shade in shades {
            shade.draw(twice, &mut self.plain);
        }
        let shaded = mem::replace(&mut self.plain.rgba, plain);
        self.plain.halve(&shaded, &mut self.smooth, 0..twice.width, 0..twice.height);
        &self.smooth
    }
}

/// Renders a view once. See [`SmoothRenderer::draw`].
///
/// # Errors
/// [`RenderError`] if a view of twice that size is not valid.
pub fn render_smooth(
    world: &World,
    view: &View,
    style: &Style<'_>,
    grid: Option<&Grid>,
    shades: &[Shade],
) -> Result<Picture, RenderError> {
    let mut renderer = SmoothRenderer::default();
    renderer.draw(world, view, style, grid, shades)?;
    Ok(renderer.smooth)
}

fn twice(view: &View) -> View {
    View { width: view.width.saturating_mul(2), height: view.height.saturating_mul(2), ..*view }
}
