//! Jido: the mobile base of LAAS's robot Jido.

use morse_sim::prelude::*;

/// Indoor platform of LAAS, without its arm. It is one dynamic body that slides over the ground and does not tip over.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.jido.Jido",
    title = "LAAS Jido robot",
    builder(
        name = "Jido",
        base = "GroundRobot",
        model = "robots/jido",
        properties(GroundRobot = true),
        body(physics = "DYNAMIC", bounds = "CONVEX_HULL", compound = true, radius = 0.01),
        options(part_physics = Map::from([("JidoBase", "STATIC")]))
    )
)]
pub struct Jido;

impl Robot for Jido {}
