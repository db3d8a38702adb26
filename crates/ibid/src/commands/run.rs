use std::ffi::OsString;
use std::process::ExitCode;

use ibid_engine::archive;
use ibid_engine::exec::{self, CommandLine, Exit, Grace, Sink, Stream};
use ibid_engine::ingest::{End, Intake};

use crate::cli::Global;
use crate::failure::{FAILED, Failure, Outcome};
use crate::limits::Limits;
use crate::output;
use crate::report::{self, Ended};
use crate::setup::Setup;
use crate::view::View;

/// Run a command and show what matters of its output.
///
/// The command runs in its own process group, with this standard input; signals are passed on to
/// it. When it has ended, its standard output and standard error are shown as one text in the order
/// of arrival, pruned to the budget where they have something to sort, and cut at the cap where
/// not. Between the two streams there is no other order than that in which lines arrived. What was
/// left out is said, and the original is kept. No shell reads the command: for pipes and the like,
/// run one.
///
/// Exits with the command's status: 128 and the signal's number when a signal ended it, 127 when
/// there is no such command, 126 when it cannot be run. With a configuration that is wrong nothing
/// is run: exit 2.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  ibid run -- cargo test
  ibid run --budget 8KiB -- npm run build
  ibid run --tee -- make -j8
  ibid run -- sh -c 'pytest -q | tee report.txt'")]
pub(crate) struct Args {
    #[command(flatten)]
    limits: Limits,
    /// Show the raw output live on standard error
    #[arg(long)]
    tee: bool,
    /// The command and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "CMD")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: &Args, global: &Global) -> Outcome {
    let setup = Setup::load(global, args.limits.flags())
        .map_err(|failure| failure.so("nothing was run"))?;
    let command = CommandLine::from_argv(args.command.iter().cloned())
        .ok_or_else(|| Failure::usage("no command is given"))?;
    let ingest = setup.ingest(setup.context(Some(command.display())), args.limits.keep());
    let mut tap = Tap {
        intake: ingest.begin(),
        view: View::new(args.tee, global),
    };
    let ran = exec::run(&command, Grace::default(), &mut tap);
    tap.view.clear();
    let ran = ran?;
    let ingested = tap.intake.finish(End {
        exit: Some(ran.exit.status()),
        left_running: ran.left_running,
    });
    tell(&ran, global);
    let shown = report::show(&ingested, Ended::Seen(&ran), args.limits.explain, global);
    let status = ran.exit.status() as u8;
    match shown {
        Ok(()) => Ok(ExitCode::from(status)),
        Err(failure) => Err(failure.status(if status == 0 { FAILED } else { status })),
    }
}

/// Takes the output for the pipeline and for whoever watches.
struct Tap<'a> {
    intake: Intake<'a>,
    view: View,
}

impl Sink for Tap<'_> {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let stream = match stream {
            Stream::Stdout => archive::Stream::Stdout,
            Stream::Stderr => archive::Stream::Stderr,
        };
        self.intake.append_from(stream, bytes);
    }

    fn live(&mut self, _: Stream, bytes: &[u8]) {
        self.view.bytes(bytes);
    }

    fn tick(&mut self) {
        self.view.tick();
    }

    fn pause(&mut self) {
        self.view.clear();
    }
}

/// Notes on how the command ended, where it is not only by its status.
fn tell(ran: &exec::Outcome, global: &Global) {
    if let Exit::Signal(_) = ran.exit {
        let name = ran.exit.signal_name().unwrap_or_default();
        output::note(global, format_args!("the command was ended by {name}"));
    }
    if ran.no_terminal {
        output::warn("the command wanted the terminal, which another program is using");
    }
    if ran.left_running {
        output::note(
            global,
            "the command left a process running that holds its output; what that prints is not \
             shown",
        );
    }
    output::detail(
        global,
        format_args!("{} after {:.1?}", ran.exit, ran.elapsed),
    );
}
