// Twin: asking gives `Elicited`.
use countersign::*;
use fixtures::*;

pub enum Trustworthy {}

pub async fn handle(call: Pending<ExportFiling>) {
    let _: Option<Trustworthy> = None;
    drop::<Result<Confirmed<_, Elicited>, _>>(call.ask(&Yes).await);
}

fn main() {}
