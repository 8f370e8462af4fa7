// Twin: a decision may be kept: it answers nothing by itself.
use countersign::{trusted::*, *};
use fixtures::*;

pub struct Keeper(Mutex<(Option<Answer<'static>>, Option<ConfirmDecision>)>);

impl Channel for Keeper {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        let decision = ConfirmDecision::Proceed;
        let _ = &question;
        self.0.lock().unwrap().1 = Some(decision);
        Err(NoAnswer::TimedOut)
    }
}

fn main() {}
