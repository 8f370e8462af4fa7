// Twin: can only drop it, or give it back to the kernel.
use countersign::trusted::*;

pub async fn ask<'q>(answer: Answer<'q>) -> Result<Answer<'q>, NoAnswer> {
    drop::<Answer<'q>>(answer);
    Err(NoAnswer::Unavailable)
}

fn main() {}
