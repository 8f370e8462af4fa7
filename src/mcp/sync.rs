//! What the ledger's threads share: locks, and the time. `tests/loom` puts loom's in its place,
//! and explores the ledger itself.

pub(super) use std::{
    sync::Mutex,
    time::{Instant, SystemTime, UNIX_EPOCH},
};
