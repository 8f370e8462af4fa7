// G6 E0521: a channel keeps an answer for later
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
        self.0.lock().unwrap().0 = Some(question.answer(decision));
        Err(NoAnswer::TimedOut)
    }
}

fn main() {}
