//! Suspended confirmations on MCP 2026-07-28 (G17), with rmcp's own client over the wire. What
//! ran is read from the journal that the bodies of the tools write.

mod attacks;
mod callers;
mod client;
mod desk;
mod faults;
mod logs;
mod methods;
mod parallel;
mod raw;
mod revisions;
mod shapes;
mod spelling;
mod tables;
