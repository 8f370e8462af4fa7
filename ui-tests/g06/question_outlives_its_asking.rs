// G6 E0521: a channel keeps a question, to have it answered by something else
// No room: E0521 prints what escapes, and where; next: answer it in `ask`, or give `NoAnswer`.
use countersign::trusted::*;
use fixtures::*;

pub struct Queue(Mutex<Vec<Question<'static>>>);

impl Channel for Queue {
    fn support(&self) -> ClientSupport {
        ClientSupport::FormElicitation
    }

    async fn ask<'q>(&self, question: Question<'q>) -> Result<Answer<'q>, NoAnswer> {
        let _ = &question;
        self.0.lock().unwrap().push(question);
        Err(NoAnswer::TimedOut)
    }
}

fn main() {}
