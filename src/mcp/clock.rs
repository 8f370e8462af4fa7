use std::{sync::PoisonError, time::Duration};

use super::sync::{Instant, Mutex, SystemTime, UNIX_EPOCH};

/// Wall time that never goes back: a system clock that is set back revives no state that has
/// expired (G17). While it lags behind what was seen, time goes on by the monotonic clock.
#[derive(Debug)]
pub(super) struct Clock<W = fn() -> SystemTime> {
    wall: W,
    latest: Mutex<(Duration, Instant)>,
}

impl Clock {
    pub(super) fn system() -> Self {
        Self::new(SystemTime::now)
    }
}

impl<W: Fn() -> SystemTime> Clock<W> {
    pub(super) fn new(wall: W) -> Self {
        let latest = Mutex::new((since_epoch(wall()), Instant::now()));
        Self { wall, latest }
    }

    /// Time since the Unix epoch.
    pub(super) fn now(&self) -> Duration {
        // Taken under the lock, so that no caller sees a time before one already handed out.
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let instant = Instant::now();
        let carried_on = latest.0 + instant.duration_since(latest.1);
        *latest = (carried_on.max(since_epoch((self.wall)())), instant);
        latest.0
    }
}

fn since_epoch(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn a_clock_that_is_set_back_goes_on_from_the_latest_time_seen() {
        let wall = AtomicU64::new(1_000);
        let clock = Clock::new(|| UNIX_EPOCH + Duration::from_secs(wall.load(Ordering::Relaxed)));
        assert!(clock.now() >= Duration::from_secs(1_000));
        wall.store(2_000, Ordering::Relaxed);
        assert!(clock.now() >= Duration::from_secs(2_000));
        wall.store(500, Ordering::Relaxed);
        let set_back = clock.now();
        assert!(set_back >= Duration::from_secs(2_000));
        std::thread::sleep(Duration::from_millis(5));
        assert!(
            clock.now() >= set_back + Duration::from_millis(5),
            "time stands still"
        );
    }
}
