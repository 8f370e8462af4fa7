use std::{
    env,
    io::{self, Write as _},
    path::Path,
    sync::Mutex,
};

use super::{NO_NIGHTLY, analysis, difference, read, rustdoc};

/// One after the other: each description takes the place of the one before.
static ALONE: Mutex<()> = Mutex::new(());

/// Where there is no nightly toolchain this cannot be tried: said loudly, and a failure in CI.
fn planted(features: &str) -> Option<analysis::Doors> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/doors/Cargo.toml");
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/doors/fixture");
    let _alone = ALONE.lock();
    match rustdoc(&manifest, "planted-doors", features, &target) {
        Ok(json) => Some(analysis::doors(&read(&json).unwrap(), &["State"])),
        Err(error)
            if error.to_string().starts_with(NO_NIGHTLY)
                && env::var_os("COUNTERSIGN_REQUIRE_NIGHTLY").is_none_or(|value| value != "1") =>
        {
            // Not `eprintln!`, which the test harness hides.
            let _ = writeln!(io::stderr(), "\nNOT TRIED: {error}\n");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_kind_of_door_is_found_and_nothing_else() {
    let Some(found) = planted("") else { return };
    let doors = found.open.iter();
    let doors: Vec<_> = doors
        .flat_map(|((state, door), count)| vec![format!("{state}  {door}"); *count])
        .collect();
    let planted = [
        "Holder  holder -> Holder",
        "State  <Box<State<u8>> as From<Other>>::from -> Self",
        "State  <Other as Deref>::deref -> &State<u8>",
        "State  <Other as Iterator>::next -> Option<Self::Item>",
        "State  <State<u8> as Clone>::clone -> Self",
        "State  <State<u8> as Default>::default -> Self",
        "State  <State<u8> as From<u8>>::from -> Self",
        "State  <State<u8> as FromStr>::from_str -> Result<Self, ()>",
        "State  Alias: State<u8>",
        "State  Bounded, through its bounds",
        "State  CONSTANT: Option<State<u8>>",
        "State  Choice::First.0: State<u8>",
        "State  Choice::Second.state: State<u8>",
        "State  Handed::HELD: Option<State<u8>>",
        "State  Handed::provided -> Option<State<u8>>",
        "State  Handed::receives, handed to who implements it: State<u8>",
        "State  Holder.state: State<u8>",
        "State  Other::give -> State<u8>",
        "State  Other::give -> State<u8>",
        "State  STATIC: Option<State<u8>>",
        "State  State<T>::changed -> Self",
        "State  aliased -> Alias",
        "State  as_an_object -> Box<dyn Iterator<Item = State<u8>>>",
        "State  asynchronous -> State<u8>",
        "State  behind_a_future -> impl Future<Output = Option<State<u8>>>",
        "State  by_reference -> &'a State<u8>",
        "State  chosen -> <u8 as Chosen>::Type",
        "State  hidden -> State<u8>",
        "State  hidden_away::renamed -> State<u8>",
        "State  impl Runner<F>, through its bounds",
        "State  in_a_result -> Result<State<u8>, ()>",
        "State  in_a_tuple -> (u8, [State<u8>; 1])",
        "State  into_a_cell, through a parameter",
        "State  into_a_channel, through a parameter",
        "State  into_a_place, through a parameter",
        "State  projected -> H::Gives",
        "State  to_a_bound, through a parameter",
        "State  to_a_closure, through a parameter",
        "State  to_a_function, through a parameter",
        "State  to_a_generic_closure, through a parameter",
        "State  twin::hidden -> State<u8>",
        "State  type <Other as Deref>::Target: State<u8>",
        "State  type <Other as Iterator>::Item: State<u8>",
        "State  type <u8 as Chosen>::Type: State<u8>",
        "State  type Handed::Gives: Into<State<u8>>",
    ];
    assert_eq!(doors, planted);
    let own: Vec<_> = found.traits["State"].iter().map(String::as_str).collect();
    assert_eq!(own, ["Clone", "Default", "From<u8>", "FromStr"]);
    assert!(found.common["State"].contains("Send"));
    assert!(found.macros.contains("exported"));
}

#[test]
fn a_door_of_a_feature_is_seen_with_it_only() {
    let (Some(without), Some(with)) = (planted(""), planted("extra")) else {
        return;
    };
    let more = with
        .open
        .keys()
        .filter(|door| !without.open.contains_key(door));
    let more: Vec<_> = more.collect();
    assert_eq!(
        more,
        [&("State".to_owned(), "of_a_feature -> State<u8>".to_owned())]
    );
}

#[test]
fn what_differs_is_told() {
    assert_eq!(difference("a\nb\n", "a\nb\n"), "");
    assert_eq!(difference("a\nb\n", "a\nc\n"), "- b\n+ c\n");
    assert_ne!(difference("a\nb\n", "b\na\n"), "");
}
