//! Takes the place of `src/mcp/sync.rs`.

use std::{cell::RefCell, collections::HashMap, time::Duration};

pub use loom::sync::Mutex;
use loom::{
    sync::atomic::{AtomicU64, Ordering},
    thread::{self, ThreadId},
};

loom::lazy_static! {
    /// In seconds. Each run begins at the same time.
    static ref WALL: AtomicU64 = AtomicU64::new(START.as_secs());
}

thread_local! {
    /// What the threads of a run last read. They share one thread of the system.
    static LAST_READ: RefCell<HashMap<ThreadId, Duration>> = RefCell::default();
}

/// When each run begins, since the Unix epoch.
pub const START: Duration = Duration::from_secs(1_000_000);

/// Sets the wall clock, for all threads.
pub fn set_wall(time: Duration) {
    WALL.store(time.as_secs(), Ordering::SeqCst);
}

/// What the wall clock says.
#[must_use]
pub fn wall() -> Duration {
    Duration::from_secs(WALL.load(Ordering::SeqCst))
}

/// What this thread last read on the wall.
///
/// # Panics
///
/// If it has not.
#[must_use]
pub fn last_read() -> Duration {
    LAST_READ.with_borrow(|read| read[&thread::current().id()])
}

/// A reading of the wall clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemTime(Duration);

/// Where the wall clock begins.
pub const UNIX_EPOCH: SystemTime = SystemTime(Duration::ZERO);

impl SystemTime {
    pub(crate) fn now() -> Self {
        let now = wall();
        LAST_READ.with_borrow_mut(|read| read.insert(thread::current().id(), now));
        Self(now)
    }

    pub(crate) fn duration_since(self, earlier: Self) -> Result<Duration, ()> {
        self.0.checked_sub(earlier.0).ok_or(())
    }
}

/// A monotonic clock that stands: time passes on the wall.
#[derive(Clone, Copy, Debug)]
pub struct Instant;

impl Instant {
    pub(crate) const fn now() -> Self {
        Self
    }

    #[allow(clippy::unused_self, reason = "as the standard library has it")]
    pub(crate) const fn duration_since(self, _: Self) -> Duration {
        Duration::ZERO
    }
}
