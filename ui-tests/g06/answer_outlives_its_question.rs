// G6 E0521: a channel keeps an answer for later
// No room: E0521 prints what escapes, and where; next: keep the decision, if anything, and ask each question of a human.
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
