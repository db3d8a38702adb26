use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use ibid_engine::ingest::shown;
use ibid_prune::lang::Registry;
use ibid_prune::{Classified, Classifier};
use serde::Serialize;

use crate::cli::Global;
use crate::failure::{self, Failure, Outcome};
use crate::output::quiet_pipe;
use crate::setup::Setup;

/// Say what each line of a text is, as JSON lines.
///
/// One object a line of cleaned text: its number from 0, its class (error, failing_test,
/// assertion, located, frame, warning, passing_test, progress, download, repeated, summary,
/// context, other), its severity, the place it names as printed, whether a stack frame is the
/// project's own, its block, and the registry row that decided. What is absent is null.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid classify < build.log
  ibid classify < build.log | jq -c 'select(.class == \"located\") | [.file, .line]'")]
pub(crate) struct Args {
    /// The project's root: stack frames below it are the project's own
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// The command that printed the text
    #[arg(long, value_name = "STR")]
    command: Option<String>,
    /// Its exit status
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    exit: Option<i32>,
}

/// One line of the answer.
#[derive(Serialize)]
struct Line<'a> {
    line_index: u64,
    class: &'static str,
    severity: Option<&'static str>,
    file: Option<&'a str>,
    line: Option<u32>,
    col: Option<u32>,
    end_line: Option<u32>,
    end_col: Option<u32>,
    in_project: Option<bool>,
    block: Option<u32>,
    row: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn of(found: &'a Classified) -> Self {
        Self {
            line_index: found.line_index,
            class: found.class.name(),
            severity: found.severity.map(|severity| severity.name()),
            file: found.file.as_deref(),
            line: found.line,
            col: found.col,
            end_line: found.end_line,
            end_col: found.end_col,
            in_project: found.in_project,
            block: found.block,
            row: found.row.as_deref(),
        }
    }
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, Vec::new())?;
    let mut context = setup.context(args.command.clone());
    context.exit = args.exit;
    if let Some(root) = &args.root {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.clone());
        context.project_root = Some(shown(&root));
        context.cwd = Some(shown(&root));
    }
    let registry = setup
        .registry
        .as_ref()
        .unwrap_or_else(|| Registry::builtin());
    let classifier = Classifier::with_registry(registry, &context);
    let mut out = BufWriter::new(io::stdout().lock());
    match classify(classifier, &mut out) {
        Ok(()) => {}
        Err(Stopped::Reading(error)) => {
            return Err(Failure::new("cannot read all of the input")
                .why(error)
                .hint("what was read is classified above"));
        }
        Err(Stopped::Writing(error)) => {
            quiet_pipe(Err(error)).map_err(|error| failure::writing(&error))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

enum Stopped {
    Reading(io::Error),
    Writing(io::Error),
}

fn classify(mut classifier: Classifier<'_>, out: &mut dyn Write) -> Result<(), Stopped> {
    let mut input = io::stdin().lock();
    let mut chunk = vec![0; 64 * 1024];
    let mut written = Ok(());
    let mut write = |found: Classified| {
        if written.is_ok() {
            written = write_line(out, &found);
        }
        written.is_ok()
    };
    loop {
        let mut goes_on = true;
        match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(len) => classifier.feed(&chunk[..len], &mut |found| goes_on &= write(found)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Stopped::Reading(error)),
        }
        if !goes_on {
            break;
        }
    }
    classifier.finish(&mut |found| {
        write(found);
    });
    written.and_then(|()| out.flush()).map_err(Stopped::Writing)
}

fn write_line(out: &mut dyn Write, found: &Classified) -> io::Result<()> {
    let line = serde_json::to_vec(&Line::of(found))?;
    out.write_all(&line)?;
    out.write_all(b"\n")
}
