//! The program: reads the arguments, runs one command, turns an error into an
//! exit status.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
