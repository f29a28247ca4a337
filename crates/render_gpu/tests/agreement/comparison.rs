//! Compares pictures of the two renderers.

use std::sync::OnceLock;

use morse_render::device::{DeviceError, PictureDevice, PictureRequest};
use morse_render::{Picture, PixelDirections, Style, View, render, render_through};
use morse_render_gpu::{Adapters, NoDevice, open};
use morse_world::World;

/// Largest mean difference of a color away from edges. [1/255]
const MEAN_MAX: f64 = 0.1;
/// The same with ambient occlusion: a ray that passes an edge on one side or the other by rounding changes a pixel by a
/// sixteenth of the ambient light.
const OCCLUDED_MEAN_MAX: f64 = 0.3;
/// Largest share of pixels that show different nodes or depths: they lie at edges.
const EDGES_MAX: f64 = 0.01;
/// Largest relative difference of two depths of the same surface.
const DEPTH_ERROR: f32 = 1e-4;

/// The GPU for the tests; `None`, with a message, on a computer without one.
pub fn device() -> Option<Box<dyn PictureDevice>> {
    match open(Adapters::All) {
        Ok(device) => Some(device),
        Err(error) => {
            assert!(matches!(error, NoDevice::NotFound(_)), "{error}");
            static PRINTED: OnceLock<()> = OnceLock::new();
            PRINTED.get_or_init(|| eprintln!("not compared: {error}"));
            assert!(std::env::var_os("MORSE_TEST_GPU").is_none(), "MORSE_TEST_GPU is set, and {error}");
            None
        }
    }
}

/// Draws a picture by the GPU.
pub fn draw(
    device: &dyn PictureDevice,
    world: &World,
    view: &View,
    directions: Option<&PixelDirections>,
    style: &Style<'_>,
) -> Result<Picture, DeviceError> {
    let mut picture = Picture::default();
    let request = PictureRequest { world, view, directions, style };
    device.draw(&[request], &mut [&mut picture])?;
    Ok(picture)
}

/// Asserts that both renderers draw the same picture.
#[track_caller]
pub fn assert_agreement(
    device: &dyn PictureDevice,
    world: &World,
    view: &View,
    directions: Option<&PixelDirections>,
    style: &Style<'_>,
) {
    let seen = draw(device, world, view, directions, style).unwrap();
    let expected = match directions {
        None => render(world, view, style).unwrap(),
        Some(directions) => {
            let mut picture = Picture::default();
            render_through(world, view, directions, style, &mut picture).unwrap();
            picture
        }
    };
    let difference = Difference::of(&seen, &expected);
    assert!(expected.nodes.iter().flatten().count() > expected.nodes.len() / 50, "the picture is not empty");
    let mean_max = if style.occlusion_m > 0.0 { OCCLUDED_MEAN_MAX } else { MEAN_MAX };
    assert!(difference.mean <= mean_max && difference.edges <= EDGES_MAX, "{difference:?}");
    assert!(difference.depth <= DEPTH_ERROR && difference.normal < 1e-3, "{difference:?}");
}

/// Asserts that a batch of pictures of several worlds has the pictures that single requests have.
pub fn assert_batch(device: &dyn PictureDevice, worlds: &[World], view: &View) {
    let style = Style::default();
    let small = View { width: 33, height: 20, ..*view };
    let views = [view, &small];
    let requests: Vec<_> = worlds
        .iter()
        .flat_map(|world| views.map(|view| PictureRequest { world, view, directions: None, style: &style }))
        .collect();
    let mut pictures = vec![Picture::default(); requests.len()];
    let mut borrowed: Vec<_> = pictures.iter_mut().collect();
    device.draw(&requests, &mut borrowed).unwrap();
    for (picture, request) in pictures.iter().zip(&requests) {
        assert!(*picture == draw(device, request.world, request.view, None, &style).unwrap());
    }
}

/// The differences of two pictures.
#[derive(Debug)]
pub struct Difference {
    /// Mean difference of the colors of pixels that show the same node at the same depth, away from edges. [1/255]
    pub mean: f64,
    /// Share of the pixels that show different nodes, or very different depths.
    pub edges: f64,
    /// Largest relative difference of depths of pixels that show the same node.
    pub depth: f32,
    /// Largest difference of a coordinate of the normals of pixels that show the same surface.
    pub normal: f32,
}

impl Difference {
    /// Compares two pictures of the same size.
    pub fn of(one: &Picture, other: &Picture) -> Difference {
        assert_eq!((one.width, one.height), (other.width, other.height));
        assert_eq!((one.rgba.len(), one.normals.len()), (other.rgba.len(), other.normals.len()));
        let error = |number: usize| {
            let (a, b) = (one.depth[number], other.depth[number]);
            if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()).min(1e30) }
        };
        let is_same = |number: &usize| one.nodes[*number] == other.nodes[*number] && error(*number) < 1e-2;
        let all = 0..one.nodes.len();
        let same: Vec<usize> = all.filter(is_same).collect();
        let (mut sum, mut count, mut normal) = (0.0, 0, 0.0_f32);
        for &number in &same {
            if let (Some(a), Some(b)) = (one.normals.get(number), other.normals.get(number)) {
                let turn = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                // Facets of the same node meet at an edge.
                if turn < 0.1 {
                    normal = normal.max(turn);
                }
            }
            if is_edge(other, number) {
                continue;
            }
            if let (Some(a), Some(b)) = (one.rgba.get(number), other.rgba.get(number)) {
                for (a, b) in a.iter().zip(b).take(3) {
                    sum += f64::from(a.abs_diff(*b));
                    count += 1;
                }
            }
        }
        Difference {
            mean: sum / f64::from(count.max(1)),
            edges: 1.0 - same.len() as f64 / one.nodes.len().max(1) as f64,
            depth: same.iter().map(|&number| error(number)).fold(0.0, f32::max),
            normal,
        }
    }
}

/// Whether a pixel shows a node that one of its neighbors does not show.
fn is_edge(picture: &Picture, number: usize) -> bool {
    let width = picture.width as usize;
    let neighbors = [number.wrapping_sub(1), number + 1, number.wrapping_sub(width), number + width];
    neighbors.iter().any(|&next| picture.nodes.get(next).is_some_and(|node| *node != picture.nodes[number]))
}
