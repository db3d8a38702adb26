use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use ibid_engine::ingest::{End, Intake, shown};

use crate::cli::Global;
use crate::failure::{Failure, Outcome};
use crate::limits::Limits;
use crate::report::{self, Ended};
use crate::setup::Setup;
use crate::through;

/// Prune text from standard input.
///
/// What has something to sort (errors, failing tests, warnings, progress) is pruned to the budget;
/// anything else (a file, a diff, a listing, a program's own results) is shown whole up to the cap.
/// When something was left out, the last line says how to see the rest. Naming the command and its
/// exit status makes the decision better.
///
/// Nothing is lost to a mistake: where the configuration or a flag is wrong, standard error says
/// so, the text is passed on as it came, and the exit status is 2.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  cargo test 2>&1 | ibid prune --command \"cargo test\" --exit 101
  ibid prune --budget 8KiB --keep never < build.log
  ibid prune --explain < build.log > /dev/null")]
pub(crate) struct Args {
    /// The command that printed the text
    #[arg(long, value_name = "STR")]
    command: Option<String>,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    exit: Option<i32>,
    /// The project's root: stack frames below it are the project's own
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
}

/// Bytes read at a time.
const CHUNK: usize = 256 * 1024;

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = match Setup::load(global, args.limits.flags()) {
        Ok(setup) => setup,
        Err(failure) => return through::pass(failure),
    };
    let mut context = setup.context(args.command.clone());
    context.exit = args.exit;
    if let Some(root) = &args.root {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.clone());
        context.project_root = Some(shown(&root));
        context.cwd = Some(shown(&root));
    }
    let ingest = setup.ingest(context, args.limits.keep());
    let mut intake = ingest.begin();
    let read = read_into(&mut intake);
    let ingested = intake.finish(End {
        exit: args.exit,
        ..End::default()
    });
    report::show(
        &ingested,
        Ended::Said(args.exit),
        args.limits.explain,
        global,
    )?;
    read.map_err(|error| {
        Failure::new("cannot read all of the input")
            .why(error)
            .hint("what was read is shown above")
    })?;
    Ok(ExitCode::SUCCESS)
}

fn read_into(intake: &mut Intake<'_>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut chunk = vec![0; CHUNK];
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(len) => intake.append(&chunk[..len]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
