// Twin: the answer is the one to this question.
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
        Ok(question.answer(countersign::ConfirmDecision::RefusedDeclined))
    }
}

fn main() {}
