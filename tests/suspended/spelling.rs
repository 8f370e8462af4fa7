//! The same arguments in another spelling are the same call, and neighbours are not (RFC 8785,
//! and exact integers).

use crate::{desk::Desk, raw::Raw};

/// A yes for one spelling, sent with another: it runs, once, in both directions, and what runs
/// is the same value.
async fn same(one: &str, other: &str) {
    let mut ran = Vec::new();
    for (asked, retried) in [(one, other), (other, one)] {
        let desk = Desk::new();
        let mut client = Raw::of(&desk).await;
        let state = client.ask(asked).await;
        assert!(
            client.confirm(&state, retried).await,
            "{asked} as {retried}"
        );
        assert!(!client.confirm(&state, asked).await);
        assert_eq!(desk.journal.read().len(), 1);
        ran.push(desk.journal.read());
    }
    assert_eq!(ran[0], ran[1], "a tool can tell {one} from {other}");
}

/// A yes for one does not run the other, and still runs the one.
async fn different(one: &str, other: &str) {
    for (asked, retried) in [(one, other), (other, one)] {
        let desk = Desk::new();
        let mut client = Raw::of(&desk).await;
        let state = client.ask(asked).await;
        assert!(
            !client.confirm(&state, retried).await,
            "{asked} as {retried}"
        );
        desk.journal.assert_empty();
        assert!(client.confirm(&state, asked).await, "{asked}");
        assert_eq!(desk.journal.read().len(), 1);
    }
}

#[tokio::test]
async fn spelling_makes_no_difference() {
    for (one, other) in [
        (r#"{"a":1,"b":2}"#, r#"{ "b" : 2 , "a" : 1 }"#),
        (r#"{"a":{"x":1,"y":[1,2]}}"#, r#"{"a":{"y":[1,2],"x":1}}"#),
        (r#"{"a":1}"#, r#"{"a":1.0}"#),
        (r#"{"a":100}"#, r#"{"a":1e2}"#),
        (r#"{"a":100}"#, r#"{"a":1E+2}"#),
        (r#"{"a":0.001}"#, r#"{"a":1e-3}"#),
        (r#"{"a":0}"#, r#"{"a":-0}"#),
        (r#"{"a":0.0}"#, r#"{"a":-0.0}"#),
        (r#"{"a":9007199254740992}"#, r#"{"a":9007199254740992.0}"#),
        (r#"{"a":-9007199254740992}"#, r#"{"a":-9007199254740992.0}"#),
        (r#"{"a":"/"}"#, r#"{"a":"\/"}"#),
        (r#"{"a":"é"}"#, r#"{"a":"\u00e9"}"#),
        (r#"{"é":1}"#, r#"{"\u00E9":1}"#),
        (r#"{"a":"😀"}"#, r#"{"a":"\ud83d\ude00"}"#),
        (r#"{"a":"\n"}"#, r#"{"a":"\u000a"}"#),
        (r#"{"a":1}"#, r#"{"a":2,"a":1}"#),
    ] {
        same(one, other).await;
    }
}

#[tokio::test]
async fn neighbours_are_different() {
    for (one, other) in [
        ("9007199254740993", "9007199254740992"),
        ("9007199254740993", "9007199254740994"),
        ("9007199254740993", "9007199254740993.0"),
        ("18446744073709551615", "18446744073709551614"),
        ("18446744073709551615", "18446744073709551615.0"),
        ("-9223372036854775808", "-9223372036854775807"),
        ("-9223372036854775807", "-9223372036854775806"),
        ("-9007199254740993", "-9007199254740992"),
        ("9007199254740993", "-9007199254740993"),
        ("1", "\"1\""),
        ("1", "true"),
        ("0", "false"),
        ("null", "0"),
        ("null", "\"\""),
        ("0.1", "0.10000000000000002"),
        ("5e-324", "0"),
        ("1e308", "1.0000000000000002e308"),
        ("\"é\"", "\"e\\u0301\""),
        ("\"Å\"", "\"\\u212b\""),
        ("\"a\"", "\"a\\u0000\""),
        ("[1,2]", "[2,1]"),
        ("[]", "{}"),
        ("[[]]", "[]"),
    ] {
        for within in ["{\"a\":#}", "{\"a\":[0,#]}", "{\"a/b\":{\"~\":[#]}}"] {
            different(&within.replace('#', one), &within.replace('#', other)).await;
        }
    }
    for (one, other) in [
        ("{}", r#"{"a":null}"#),
        (r#"{"a":1}"#, r#"{"A":1}"#),
        (r#"{"é":1}"#, r#"{"e\u0301":1}"#),
        (r#"{"a/b":1}"#, r#"{"a":{"b":1}}"#),
        // Places that a careless path would confuse.
        (
            r#"{"a/b":9007199254740993,"a":{"b":9007199254740992}}"#,
            r#"{"a/b":9007199254740992,"a":{"b":9007199254740993}}"#,
        ),
        (
            r#"{"~1":9007199254740993,"/":9007199254740992}"#,
            r#"{"~1":9007199254740992,"/":9007199254740993}"#,
        ),
        (
            r#"{"~":9007199254740993,"~0":9007199254740992}"#,
            r#"{"~":9007199254740992,"~0":9007199254740993}"#,
        ),
        (
            r#"{"a":[9007199254740992,9007199254740993]}"#,
            r#"{"a":[9007199254740993,9007199254740992]}"#,
        ),
    ] {
        different(one, other).await;
    }
}

#[tokio::test]
async fn what_ran_is_what_was_sent_to_the_last_digit() {
    let desk = Desk::new();
    let mut client = Raw::of(&desk).await;
    let arguments = r#"{"a":18446744073709551615,"b":-9223372036854775808,"c":9007199254740993}"#;
    let state = client.ask(arguments).await;
    assert!(client.confirm(&state, arguments).await);
    assert_eq!(desk.journal.read(), [format!("paid {arguments}")]);
}
