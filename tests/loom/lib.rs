//! `src/mcp/ledger` and `src/mcp/clock.rs` as they are, on the locks of loom and on a wall clock
//! that threads under test set forward.

// Compiled for a test, the files would bring their unit tests along.
#[cfg(not(test))]
pub mod mcp;
