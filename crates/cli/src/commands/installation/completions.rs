//! `morse completions` and `morse man`: shell completions and manual pages, generated from the arguments.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use morse_scene::nearest::nearest_name;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::standard_output::print;

const NAME: &str = "morse";

/// Prints the completion script for a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page of the program or of a command.
pub fn man(name: Option<&str>) -> Result<(), Failure> {
    // Building adds what commands inherit from the program, such as their full names: `morse-run`.
    let mut program = Arguments::command();
    program.build();
    let page = match name {
        None => program,
        Some(name) => {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            let nearest = nearest_name(name, names).map(str::to_owned);
            let command = program.find_subcommand(name);
            command.ok_or_else(|| Failure::UnknownCommand { name: name.to_owned(), nearest })?.clone()
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text).map_err(|error: io::Error| Failure::Output(error))?;
    print(&String::from_utf8_lossy(&text))
}
