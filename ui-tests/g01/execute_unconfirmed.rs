// G1 E0599: runs a call as it came from the model
use countersign::{Command, Gate, Granted, Refusal, Tool, Unconfirmed, command, tier};

pub struct DeleteDraft;

impl Tool for DeleteDraft {
    type Tier = tier::Confirm<tier::Destructive>;
    type Context<'a> = &'a Vec<String>;
    type Output = Result<usize, Refusal>;
    const COMMAND: Command = command! { Command::new("delete_draft", "Delete a draft") };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) -> Result<usize, Refusal> {
        Ok(desk.len())
    }
}

pub async fn handle(
    call: Unconfirmed<DeleteDraft>,
    gate: Gate,
    desk: Vec<String>,
) -> Result<usize, Refusal> {
    call.execute(&desk).await
}

fn main() {}
