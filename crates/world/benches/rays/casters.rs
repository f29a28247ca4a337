//! Ray casters under test, and the measurement of their speed.

use std::time::{Duration, Instant};

use morse_world::Ray;

use crate::peers::{Peer, Taken};

const ROUNDS: usize = 20;

/// Casts all scans in sequence, each twice.
type Cast<'a> = Box<dyn FnMut() -> Vec<Taken> + 'a>;

/// A named caster for the rays of a scene.
pub struct Caster<'a> {
    pub name: String,
    cast: Cast<'a>,
    /// For each scan, the minimum time of all rounds.
    fastest: Vec<Taken>,
}

impl<'a> Caster<'a> {
    /// Creates a caster from a function that casts one scan.
    pub fn new(name: &str, scans: &'a [Vec<Ray>], mut cast: impl FnMut(&[Ray]) + 'a) -> Caster<'a> {
        let mut timed = move |scan: &Vec<Ray>| {
            [(); 2].map(|()| {
                let start = Instant::now();
                cast(scan);
                start.elapsed()
            })
        };
        let cast = Box::new(move || scans.iter().map(&mut timed).collect());
        Caster { name: name.to_owned(), cast, fastest: vec![[Duration::MAX; 2]; scans.len()] }
    }

    /// Creates a caster that runs in another program.
    pub fn of_peer(peer: &'a Peer, way: usize, scans: usize) -> Caster<'a> {
        let cast = Box::new(move || peer.cast(way));
        Caster { name: peer.ways[way].clone(), cast, fastest: vec![[Duration::MAX; 2]; scans] }
    }

    /// Rays per second from the minimum time of each scan, for the first and the second cast.
    pub fn speeds(&self, scans: &[Vec<Ray>]) -> [f64; 2] {
        let rays: usize = scans.iter().map(Vec::len).sum();
        [0, 1].map(|pass| {
            let taken: Duration = self.fastest.iter().map(|taken| taken[pass]).sum();
            rays as f64 / taken.as_secs_f64()
        })
    }
}

/// Runs all casters alternately for several rounds, so that other load on the machine and its changing clock rate have little
/// influence on the ratios.
pub fn race(casters: &mut [Caster<'_>]) {
    for _ in 0..ROUNDS {
        for caster in &mut *casters {
            for (fastest, taken) in caster.fastest.iter_mut().zip((caster.cast)()) {
                *fastest = [taken[0].min(fastest[0]), taken[1].min(fastest[1])];
            }
        }
    }
}
