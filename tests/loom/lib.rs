//! `src/mcp/ledger` and `src/mcp/clock.rs` as they are, on the locks of loom and on a wall clock
//! that threads under test set forward.

pub mod mcp;
