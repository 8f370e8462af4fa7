//! The ledger in Redis (G17), with real Redis servers that the tests start themselves, and with
//! servers of gated tools in processes of their own.
//!
//! Where `redis-server` is not installed, the tests that need it are reported as ignored; with
//! `COUNTERSIGN_REQUIRE_REDIS=1` that is a failure. `tests/services/install.sh` installs it.

mod client;
mod contract;
mod events;
mod instance;
mod ledger;
mod server;
mod wire;

use std::{env, process::ExitCode, sync::LazyLock};

use libtest_mimic::{Arguments, Trial};
use tokio::runtime::Runtime;

/// A test, and its name.
type Test = (&'static str, fn());

/// Names tests after their functions.
macro_rules! tests {
    ($module:ident: $($test:ident),* $(,)?) => {
        [$((concat!(stringify!($module), "::", stringify!($test)), $test as fn())),*]
    };
}
use tests;

fn trials(tests: &[Test], ignored: bool) -> impl Iterator<Item = Trial> {
    tests.iter().map(move |&(name, test)| {
        let trial = Trial::test(name, move || {
            test();
            Ok(())
        });
        trial.with_ignored_flag(ignored)
    })
}

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some(server::SERVE) {
        server::serve();
        return ExitCode::SUCCESS;
    }
    events::keep_all();
    let arguments = Arguments::from_args();
    let missing = !instance::is_installed();
    if missing {
        eprintln!("\n*** redis-server is not installed: THE LEDGER IN REDIS IS NOT TESTED ***");
        eprintln!("*** tests/services/install.sh installs it ***\n");
        if env::var_os("COUNTERSIGN_REQUIRE_REDIS").is_some_and(|value| value == "1") {
            eprintln!("COUNTERSIGN_REQUIRE_REDIS=1: that is a failure");
            return ExitCode::FAILURE;
        }
    }
    let trials = trials(contract::IN_MEMORY, false)
        .chain(trials(contract::IN_REDIS, missing))
        .chain(trials(ledger::TESTS, missing))
        .chain(trials(wire::TESTS, missing));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Runs a future. On one runtime for all, as in a server: a connection ends with its runtime.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());
    RUNTIME.block_on(future)
}
