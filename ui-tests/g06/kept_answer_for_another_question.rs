// G6 no code: lifetime may not live long enough
// No room: the borrow checker prints lifetimes only; next: answer this question: `question.answer(decision)`.
use countersign::trusted::*;
use fixtures::*;

pub struct Replay(Mutex<Option<Answer<'static>>>);

impl Channel for Replay {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        let kept = self.0.lock().unwrap().take();
        let _ = (&question, &kept);
        kept.ok_or(NoAnswer::Unavailable)
    }
}

fn main() {}
