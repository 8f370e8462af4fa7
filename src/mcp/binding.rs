//! What a suspended confirmation is bound to (G17).

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::ledger::Epoch;
use crate::ConfirmationRequest;

/// The associated data of a sealed state: authenticated, and not stored in it.
pub(super) struct Binding<'a> {
    principal: &'a [u8],
    command: &'a str,
    question: &'a ConfirmationRequest,
    ask_key: &'a str,
    ledger: &'a [u8],
    arguments: &'a Value,
    numbers: BTreeMap<String, String>,
}

impl<'a> Binding<'a> {
    pub(super) fn new(
        principal: &'a [u8],
        command: &'a str,
        question: &'a ConfirmationRequest,
        ask_key: &'a str,
        ledger: &'a Epoch,
        arguments: &'a Value,
    ) -> Self {
        let mut numbers = BTreeMap::new();
        exact_numbers(&mut String::new(), arguments, &mut numbers);
        Self {
            principal,
            command,
            question,
            ask_key,
            ledger: ledger.as_bytes(),
            arguments,
            numbers,
        }
    }

    /// Each part behind its length, so that no two bindings share their bytes. The arguments are
    /// canonical JSON (RFC 8785): the order of keys and the spelling of numbers and strings make
    /// no difference.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let parts: [&[u8]; 7] = [
            self.principal,
            self.command.as_bytes(),
            self.question.message.as_bytes(),
            self.question.requested_schema.description().as_bytes(),
            self.ask_key.as_bytes(),
            self.ledger,
            &serde_json_canonicalizer::to_vec(self.arguments)?,
        ];
        let numbers = self.numbers.iter();
        let numbers = numbers.flat_map(|(path, decimals)| [path.as_bytes(), decimals.as_bytes()]);
        let mut bytes = Vec::with_capacity(512);
        for part in parts.into_iter().chain(numbers) {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        Ok(bytes)
    }
}

/// The greatest integer up to which every one is a number of its own in RFC 8785, which
/// writes numbers as IEEE 754 doubles.
const EXACT: u64 = 1 << 53;

/// Collects the decimals of the numbers that RFC 8785 would map onto a neighbour: a yes for
/// 9007199254740993 must not run 9007199254740992. `path` is where `value` stands.
fn exact_numbers(path: &mut String, value: &Value, found: &mut BTreeMap<String, String>) {
    let mut member = |key: &str, value| {
        let parent = path.len();
        push_pointer(path, key);
        exact_numbers(path, value, found);
        path.truncate(parent);
    };
    match value {
        Value::Number(number) => {
            if !is_kept(number) {
                found.insert(path.clone(), number.to_string());
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                member(&index.to_string(), value);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                member(key, value);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Whether RFC 8785 keeps a number apart from every other.
fn is_kept(number: &Number) -> bool {
    if let Some(n) = number.as_u64() {
        return n <= EXACT;
    }
    if let Some(n) = number.as_i64() {
        return n.unsigned_abs() <= EXACT;
    }
    // A double, except where another crate in the program has switched serde_json to
    // `arbitrary_precision`: then it is the text, and so is what the tool gets.
    let double = number.as_f64().and_then(Number::from_f64);
    double.is_some_and(|double| double == *number)
}

/// Gives arguments with the same binding the same value, so that a tool cannot tell them apart:
/// an integer that is written as a double becomes one, and keys are in order, in case another
/// crate in the program has switched `serde_json` to `preserve_order`.
pub(super) fn normalize(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(integer) = as_integer(number) {
                *number = integer;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(normalize),
        Value::Object(members) => {
            let sorted: BTreeMap<_, _> = std::mem::take(members).into_iter().collect();
            members.extend(sorted);
            members.values_mut().for_each(normalize);
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// The integer that RFC 8785 writes for a number, where it is one and exact.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "within the bounds, both are exact"
)]
fn as_integer(number: &Number) -> Option<Number> {
    let double = number.as_f64()?;
    let is_exact = double.fract() == 0.0 && double.abs() <= EXACT as f64 && is_kept(number);
    is_exact.then(|| Number::from(double as i64))
}

/// Goes on to a member of a JSON Pointer (RFC 6901), in which no two places share a spelling.
fn push_pointer(path: &mut String, key: &str) {
    path.push('/');
    for c in key.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            c => path.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Consequence, Locale, command, confirmation_request};
    use proptest::prelude::*;
    use serde_json::json;

    const PAY: Command = command! { Command::new("pay", "Pay") };

    fn question() -> ConfirmationRequest {
        confirmation_request(&PAY, Consequence::Handoff, &Locale::En)
    }

    fn bytes(arguments: &Value) -> Vec<u8> {
        Binding::new(
            b"alice",
            "pay",
            &question(),
            "confirm",
            &Epoch::new("one"),
            arguments,
        )
        .to_bytes()
        .unwrap()
    }

    fn normalized(json: &str) -> Value {
        let mut arguments = parsed(json);
        normalize(&mut arguments);
        arguments
    }

    #[test]
    fn what_has_one_binding_has_one_value() {
        let equal = [
            (r#"{"n":100}"#, r#"{"n":100.0}"#),
            (r#"{"n":100}"#, r#"{"n":1e2}"#),
            (r#"{"n":0}"#, r#"{"n":-0.0}"#),
            (r#"{"n":[{"m":-3}]}"#, r#"{"n":[{"m":-3.0}]}"#),
            (r#"{"a":1,"b":2}"#, r#"{"b":2.0,"a":1.0}"#),
            (r#"{"n":9007199254740992}"#, r#"{"n":9007199254740992.0}"#),
        ];
        for (one, other) in equal {
            assert_eq!(bytes(&parsed(one)), bytes(&parsed(other)), "{one} {other}");
            let (one, other) = (normalized(one), normalized(other));
            assert_eq!(one.to_string(), other.to_string());
        }
        for kept in [
            r#"{"n":1.5}"#,
            r#"{"n":1e300}"#,
            r#"{"n":18446744073709551615}"#,
        ] {
            assert_eq!(normalized(kept), parsed(kept));
        }
    }

    fn parsed(json: &str) -> Value {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn each_element_alone_makes_a_difference() {
        const DELETE: Command = command! { Command::new("delete", "Delete") };
        let (question, one) = (question(), Epoch::new("one"));
        let arguments = json!({});
        let other = confirmation_request(&DELETE, Consequence::Handoff, &Locale::En);
        let mut relabelled = question.clone();
        relabelled.requested_schema = other.requested_schema.clone();
        let mut reworded = question.clone();
        reworded.message = other.message;
        let two = Epoch::new("two");
        let more = json!({ "a": 9_007_199_254_740_992_u64 });
        let exact = json!({ "a": 9_007_199_254_740_993_u64 });
        let bindings = [
            Binding::new(b"", "pay", &question, "confirm", &one, &arguments),
            Binding::new(b"alice", "pay", &question, "confirm", &one, &arguments),
            Binding::new(b"alicf", "pay", &question, "confirm", &one, &arguments),
            Binding::new(b"alice", "pal", &question, "confirm", &one, &arguments),
            Binding::new(b"alice", "pay", &relabelled, "confirm", &one, &arguments),
            Binding::new(b"alice", "pay", &reworded, "confirm", &one, &arguments),
            Binding::new(b"alice", "pay", &question, "confirn", &one, &arguments),
            Binding::new(b"alice", "pay", &question, "confirm", &two, &arguments),
            Binding::new(b"alice", "pay", &question, "confirm", &one, &more),
            Binding::new(b"alice", "pay", &question, "confirm", &one, &exact),
            // What one element loses another does not make up for.
            Binding::new(b"alicep", "ay", &question, "confirm", &one, &arguments),
            Binding::new(
                b"alice",
                "pay",
                &question,
                "confirmo",
                &Epoch::new("ne"),
                &arguments,
            ),
        ]
        .map(|binding| binding.to_bytes().unwrap());
        for (n, binding) in bindings.iter().enumerate() {
            assert!(!bindings[..n].contains(binding), "number {n}");
        }
    }

    #[test]
    fn canonical_json_is_that_of_rfc_8785() {
        // Its sections 3.2.2 and 3.2.3.
        let sample = parsed(
            r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#,
        );
        let canonical = r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#;
        let bound = String::from_utf8_lossy(&bytes(&sample)).into_owned();
        assert!(bound.contains(canonical), "{bound}");

        let unsorted = parsed(
            r#"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#,
        );
        let bound = String::from_utf8_lossy(&bytes(&unsorted)).into_owned();
        let places = [
            "Carriage Return",
            "One",
            "Control",
            "Latin Small Letter O With Diaeresis",
            "Euro Sign",
            "Emoji: Grinning Face",
            "Hebrew Letter Dalet With Dagesh",
        ]
        .map(|value| bound.find(value).unwrap());
        assert!(places.is_sorted(), "{bound}");
    }

    #[test]
    fn what_json_cannot_say_never_gets_this_far() {
        for json in [
            r#""\ud800""#,
            r#""\udc00\ud800""#,
            "1e309",
            "-1e309",
            "NaN",
            "Infinity",
        ] {
            // With `arbitrary_precision` such a number is taken, and cannot be bound.
            if let Ok(value) = serde_json::from_str::<Value>(json) {
                let bound = serde_json_canonicalizer::to_vec(&value);
                assert!(bound.is_err(), "{json}");
            }
        }
    }

    #[test]
    fn extreme_numbers_and_deep_arguments_are_bound() {
        let numbers = [
            "1.7976931348623157e308",
            "1e308",
            "-1e308",
            "5e-324",
            "2.2250738585072014e-308",
            "1e-400",
            "9007199254740992",
            "9007199254740993",
            "9007199254740994",
            "18446744073709551613",
            "18446744073709551614",
            "18446744073709551615",
            "-9223372036854775806",
            "-9223372036854775807",
            "-9223372036854775808",
            "9223372036854775807",
            "9223372036854775808",
            "1e21",
            "1e20",
        ];
        let bound = numbers.map(|number| bytes(&parsed(&format!("{{\"a\":{number}}}"))));
        for (n, one) in bound.iter().enumerate() {
            assert!(!bound[..n].contains(one), "{}", numbers[n]);
        }
        let zeros = ["0", "-0", "0.0", "-0.0"];
        let zeros = zeros.map(|zero| bytes(&parsed(&format!("{{\"a\":{zero}}}"))));
        assert!(zeros.iter().all(|zero| *zero == zeros[0]));

        let deep = |n: u64| {
            let open = "{\"a\":[".repeat(60);
            parsed(&format!("{open}{n}{}", "]}".repeat(60)))
        };
        assert_ne!(
            bytes(&deep(9_007_199_254_740_992)),
            bytes(&deep(9_007_199_254_740_993))
        );
    }

    /// More digits than a double has, or than 64 bits: with `arbitrary_precision` a tool sees
    /// them, and they are bound; without it sees the same double.
    #[test]
    fn what_a_tool_can_tell_apart_is_bound() {
        for (one, other) in [
            ("99999999999999999999", "99999999999999999998"),
            ("-18446744073709551617", "-18446744073709551616"),
            ("1.00000000000000000001", "1.00000000000000000002"),
        ] {
            let [one, other] = [one, other].map(|n| parsed(&format!("{{\"a\":{n}}}")));
            assert_eq!(bytes(&one) == bytes(&other), one == other, "{one} {other}");
        }
    }

    /// Equal under RFC 8785, and integers exactly.
    fn are_equal(one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Number(one), Value::Number(other)) => {
                let integer =
                    |n: &Number| n.as_u64().map(i128::from).or(n.as_i64().map(i128::from));
                match (integer(one), integer(other)) {
                    (Some(one), Some(other)) => one == other,
                    (None, None) => one.as_f64() == other.as_f64(),
                    (Some(integer), None) => is_double(integer, other),
                    (None, Some(integer)) => is_double(integer, one),
                }
            }
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(a, b)| are_equal(a, b))
            }
            (Value::Object(one), Value::Object(other)) => {
                one.len() == other.len()
                    && one.iter().all(|(key, value)| {
                        other.get(key).is_some_and(|other| are_equal(value, other))
                    })
            }
            _ => one == other,
        }
    }

    /// Up to 2^53, where a double means one integer only.
    fn is_double(integer: i128, double: &Number) -> bool {
        integer.abs() <= 1 << 53 && double.as_f64() == integer.to_string().parse().ok()
    }

    fn number() -> impl Strategy<Value = Value> {
        let near = |middle: i128| (-3..=3_i128).prop_map(move |n| middle + n);
        prop_oneof![
            prop_oneof![
                near(0),
                near(1 << 53),
                near(-(1 << 53)),
                near(1 << 63),
                near(1 << 64),
                near(-(1 << 63))
            ]
            .prop_map(|n| match (u64::try_from(n), i64::try_from(n)) {
                (Ok(n), _) => json!(n),
                (_, Ok(n)) => json!(n),
                _ => json!(0),
            }),
            any::<i64>().prop_map(|n| json!(n)),
            any::<i16>().prop_map(|n| json!(n)),
            (-(1_i64 << 53)..1 << 53).prop_map(|n| json!(n)),
            any::<u64>().prop_map(|n| json!(n)),
            (-4..4_i32).prop_map(|n| json!(f64::from(n) / 2.0)),
            any::<f64>().prop_map(|n| json!(n)),
        ]
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a~/01]{0,2}",
            prop::sample::select(vec![
                "é",
                "e\u{301}",
                "Å",
                "\u{212b}",
                "\u{1f600}",
                "\u{fb33}",
                "\0",
                "\""
            ])
            .prop_map(str::to_owned),
            any::<String>(),
        ]
    }

    /// The same number in another spelling, or one next to it.
    fn next_to(value: &Value, how: u8) -> Value {
        let Value::Number(number) = value else {
            return value.clone();
        };
        let nudged = match (number.as_u64(), number.as_i64(), number.as_f64(), how % 4) {
            (Some(n), _, _, 0) => json!(n.wrapping_add(1)),
            (Some(n), _, _, 1) => json!(n.wrapping_sub(1)),
            (_, Some(n), _, 0) => json!(n.wrapping_add(1)),
            (_, Some(n), _, 1) => json!(n.wrapping_sub(1)),
            (None, None, Some(n), 0) => json!(n.next_up()),
            (None, None, Some(n), 1) => json!(-n),
            (_, _, Some(n), _) => json!(n),
            _ => Value::Null,
        };
        // No double: beyond the largest, for one.
        if nudged.is_null() {
            value.clone()
        } else {
            nudged
        }
    }

    /// Two values that are equal, nearly equal, or not.
    fn pair() -> impl Strategy<Value = (Value, Value)> {
        let number =
            (number(), any::<u8>(), number()).prop_map(|(one, how, other)| match how % 8 {
                0 => (one, other),
                1..4 => (one.clone(), one),
                _ => (one.clone(), next_to(&one, how / 8)),
            });
        let string = (text(), text(), 0..4_u8).prop_map(|(one, other, how)| {
            let other = if how == 0 { other } else { one.clone() };
            (json!(one), json!(other))
        });
        let leaf = prop_oneof![
            4 => number,
            2 => string,
            1 => Just((Value::Null, Value::Null)),
            1 => Just((json!(true), json!(true))),
            1 => Just((json!(false), json!(0))),
            1 => Just((json!({}), json!([]))),
        ];
        leaf.prop_recursive(4, 12, 4, |inner| {
            let keys = (text(), text(), 0..12_u8).prop_map(|(one, other, how)| {
                let other = if how == 0 { other } else { one.clone() };
                (one, other)
            });
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|pairs| {
                    let (one, other): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
                    (Value::Array(one), Value::Array(other))
                }),
                prop::collection::vec((keys, inner), 0..4).prop_map(|pairs| {
                    let (mut one, mut other) = (serde_json::Map::new(), serde_json::Map::new());
                    for ((key, other_key), (value, other_value)) in pairs {
                        one.insert(key, value);
                        other.insert(other_key, other_value);
                    }
                    (Value::Object(one), Value::Object(other))
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn bindings_are_equal_where_the_arguments_are((one, other) in pair()) {
            let [a, b] = [&one, &other].map(|value| json!({ "a": value }));
            prop_assert_eq!(bytes(&a) == bytes(&b), are_equal(&a, &b), "{} {}", one, other);
        }

        /// A retry is bound in its normal form, its first call was bound as it came.
        #[test]
        fn the_normal_form_has_the_same_binding((one, other) in pair()) {
            for value in [json!({ "a": one }), json!({ "a": other })] {
                let mut normal = value.clone();
                normalize(&mut normal);
                prop_assert_eq!(bytes(&normal), bytes(&value), "{}", value);
            }
        }
    }

    #[test]
    fn the_pairs_of_the_property_are_of_both_kinds() {
        use proptest::{strategy::ValueTree, test_runner::TestRunner};
        let mut runner = TestRunner::deterministic();
        let (mut equal, mut spelled, mut different) = (0, 0, 0);
        for _ in 0..2_000 {
            let (one, other) = pair().new_tree(&mut runner).unwrap().current();
            match are_equal(&one, &other) {
                true if one == other => equal += 1,
                true => spelled += 1,
                false => different += 1,
            }
        }
        assert!(
            equal > 200 && spelled > 20 && different > 200,
            "{equal} {spelled} {different}"
        );
    }
}
