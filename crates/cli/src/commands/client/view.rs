//! `morse view`: says how to look at a run elsewhere, whose own simulator serves its page.

use crate::arguments::ViewArguments;
use crate::commands::print;
use crate::failure::Failure;

/// Says where the page is.
pub fn view(arguments: &ViewArguments) -> Result<(), Failure> {
    let address = &arguments.address;
    print(&format!(
        "The page is served by the simulator that runs the scene, and needs no program here:\n\
         \n  http://{address}/\n\n\
         For that, the run there begins with `morse run --view`; for other computers than its own, with\n\
         `morse run --view --view-address 0.0.0.0`, which prints the address with the token that it then needs."
    ))
}
