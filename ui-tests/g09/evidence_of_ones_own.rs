// G9 E0308: asks for evidence of one's own
// No room: E0308 prints the two types only; next: take `Confirmed<_>`: evidence comes from the kernel.
use countersign::*;
use fixtures::*;

pub enum Trustworthy {}

pub async fn handle(call: Pending<ExportFiling>) {
    let _: Option<Trustworthy> = None;
    drop::<Result<Confirmed<_, Trustworthy>, _>>(call.ask(&Yes).await);
}

fn main() {}
