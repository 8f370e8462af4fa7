//! The decision matrix, every cell of it, in three statements that must agree: what the router
//! and the gate do, `resolve_confirm_route`, and the table written out here.

mod probe;

use countersign::{
    ConfirmDecision, ConfirmRoute, Consequence, Gate, Overrides, Policy, Reason, Routed, Tighten,
    Unconfirmed, resolve_confirm_route, tier, tier::Tier, trusted::ClientSupport,
};
use probe::{POLICIES, Probe, ProbeTier, all_listed};
use serde::{Serialize, de::DeserializeOwned};

const CLIENTS: [ClientSupport; 2] = [
    ClientSupport::FormElicitation,
    ClientSupport::NoFormElicitation,
];

/// policy, consequence, route with forms, route without.
#[rustfmt::skip]
const MATRIX: [(&str, &str, &str, &str); 12] = [
    ("block",        "read_only",   "refuse_blocked", "refuse_blocked"),
    ("block",        "additive",    "refuse_blocked", "refuse_blocked"),
    ("block",        "destructive", "refuse_blocked", "refuse_blocked"),
    ("block",        "handoff",     "refuse_blocked", "refuse_blocked"),
    ("auto_approve", "read_only",   "auto",           "auto"),
    ("auto_approve", "additive",    "auto",           "auto"),
    ("auto_approve", "destructive", "auto",           "auto"),
    ("auto_approve", "handoff",     "auto",           "auto"),
    ("confirm",      "read_only",   "elicit",         "refuse_no_channel"),
    ("confirm",      "additive",    "elicit",         "refuse_no_channel"),
    ("confirm",      "destructive", "elicit",         "client_hint"),
    ("confirm",      "handoff",     "elicit",         "refuse_no_channel"),
];

/// tier, the strictest of override and arguments, hint closed, route with forms, without.
#[rustfmt::skip]
const TIERS: [(&str, &str, bool, &str, &str); 30] = [
    ("probe_read_only",   "auto_approve", false, "auto",           "auto"),
    ("probe_read_only",   "auto_approve", true,  "auto",           "auto"),
    ("probe_read_only",   "confirm",      false, "elicit",         "refuse_no_channel"),
    ("probe_read_only",   "confirm",      true,  "elicit",         "refuse_no_channel"),
    ("probe_read_only",   "block",        false, "refuse_blocked", "refuse_blocked"),
    ("probe_read_only",   "block",        true,  "refuse_blocked", "refuse_blocked"),
    ("probe_additive",    "auto_approve", false, "auto",           "auto"),
    ("probe_additive",    "auto_approve", true,  "auto",           "auto"),
    ("probe_additive",    "confirm",      false, "elicit",         "refuse_no_channel"),
    ("probe_additive",    "confirm",      true,  "elicit",         "refuse_no_channel"),
    ("probe_additive",    "block",        false, "refuse_blocked", "refuse_blocked"),
    ("probe_additive",    "block",        true,  "refuse_blocked", "refuse_blocked"),
    ("probe_destructive", "auto_approve", false, "elicit",         "client_hint"),
    ("probe_destructive", "auto_approve", true,  "elicit",         "refuse_no_channel"),
    ("probe_destructive", "confirm",      false, "elicit",         "client_hint"),
    ("probe_destructive", "confirm",      true,  "elicit",         "refuse_no_channel"),
    ("probe_destructive", "block",        false, "refuse_blocked", "refuse_blocked"),
    ("probe_destructive", "block",        true,  "refuse_blocked", "refuse_blocked"),
    ("probe_handoff",     "auto_approve", false, "elicit",         "refuse_no_channel"),
    ("probe_handoff",     "auto_approve", true,  "elicit",         "refuse_no_channel"),
    ("probe_handoff",     "confirm",      false, "elicit",         "refuse_no_channel"),
    ("probe_handoff",     "confirm",      true,  "elicit",         "refuse_no_channel"),
    ("probe_handoff",     "block",        false, "refuse_blocked", "refuse_blocked"),
    ("probe_handoff",     "block",        true,  "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "auto_approve", false, "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "auto_approve", true,  "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "confirm",      false, "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "confirm",      true,  "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "block",        false, "refuse_blocked", "refuse_blocked"),
    ("probe_block",       "block",        true,  "refuse_blocked", "refuse_blocked"),
];

fn word(value: impl Serialize) -> String {
    serde_json::to_value(value)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}

fn from_word<T: DeserializeOwned>(word: &str) -> T {
    serde_json::from_value(word.into()).unwrap()
}

#[test]
fn the_matrix_is_the_table() {
    let mut cells = 0;
    for (policy, consequence, with_forms, without) in MATRIX {
        for (client, expected) in CLIENTS.into_iter().zip([with_forms, without]) {
            let (policy, consequence) = (from_word(policy), from_word(consequence));
            let route = resolve_confirm_route(policy, consequence, client);
            assert_eq!(
                word(route),
                expected,
                "{policy:?} {consequence:?} {client:?}"
            );
            assert_eq!(route, dumb(policy, consequence, client));
            cells += 1;
        }
    }
    assert_eq!(cells, POLICIES.len() * 4 * CLIENTS.len());
}

/// The matrix once more, as one would say it aloud.
fn dumb(policy: Policy, consequence: Consequence, client: ClientSupport) -> ConfirmRoute {
    if policy == Policy::Block {
        return ConfirmRoute::RefuseBlocked;
    }
    if policy == Policy::AutoApprove {
        return ConfirmRoute::Auto;
    }
    if client == ClientSupport::FormElicitation {
        return ConfirmRoute::Elicit;
    }
    if consequence == Consequence::Destructive {
        return ConfirmRoute::ClientHint;
    }
    ConfirmRoute::RefuseNoChannel
}

fn route_of<L: ProbeTier>(routed: Routed<Probe<L>>) -> ConfirmRoute {
    match routed {
        Routed::Auto(_) => ConfirmRoute::Auto,
        Routed::Elicit(_) => ConfirmRoute::Elicit,
        Routed::ClientHint(_) => ConfirmRoute::ClientHint,
        Routed::Refused(refusal) => {
            assert_eq!(refusal.command(), &L::PROBE);
            assert_eq!(refusal.consequence(), L::CONSEQUENCE);
            match refusal.reason() {
                Reason::Blocked => ConfirmRoute::RefuseBlocked,
                Reason::NoChannel => ConfirmRoute::RefuseNoChannel,
                other => panic!("{other:?} is no route"),
            }
        }
    }
}

/// All combinations of one tier. Gives how many were compared.
fn walk<L: ProbeTier>() -> usize {
    let key = L::PROBE.key();
    let mut combinations = 0;
    for override_policy in POLICIES {
        for argument_policy in POLICIES {
            for close_client_hint in [false, true] {
                for (client, without) in CLIENTS.into_iter().zip([false, true]) {
                    let what = format!(
                        "{key} {override_policy:?} {argument_policy:?} {close_client_hint} {client:?}"
                    );
                    let call = || Unconfirmed::new(Probe::<L>::new(argument_policy));

                    // The written table.
                    let strictest = word(override_policy.max(argument_policy));
                    let row = TIERS.iter().find(|row| {
                        row.0 == key && row.1 == strictest && row.2 == close_client_hint
                    });
                    let (.., with_forms, without_forms) = row.unwrap();
                    let expected = if without { without_forms } else { with_forms };

                    // The matrix.
                    let policy = L::POLICY.max(override_policy).max(argument_policy);
                    let consequence = match (close_client_hint, L::CONSEQUENCE) {
                        (true, Consequence::Destructive) => Consequence::Handoff,
                        (_, consequence) => consequence,
                    };
                    let matrix = resolve_confirm_route(policy, consequence, client);
                    assert_eq!(word(matrix), *expected, "matrix: {what}");

                    // The router.
                    let tighten = Tighten {
                        policy: override_policy,
                        close_client_hint,
                    };
                    let routed = route_of(call().route(client, tighten));
                    assert_eq!(word(routed), *expected, "router: {what}");

                    // The gate, where it takes the override at all.
                    let overrides = Overrides::none().tighten(key, override_policy);
                    let overridden = Gate::new(&all_listed(), overrides);
                    let gate = match overridden {
                        Ok(gate) => gate,
                        Err(error) => {
                            assert!(override_policy < L::POLICY, "{error}");
                            Gate::new(&all_listed(), Overrides::none()).unwrap()
                        }
                    };
                    let gate = if close_client_hint {
                        gate.close_client_hint()
                    } else {
                        gate
                    };
                    let routed = route_of(gate.route(call(), client));
                    assert_eq!(word(routed), *expected, "gate: {what}");
                    combinations += 1;
                }
            }
        }
    }
    combinations
}

#[test]
fn types_router_gate_and_matrix_are_one_truth() {
    let combinations = walk::<tier::AutoApprove<tier::ReadOnly>>()
        + walk::<tier::AutoApprove<tier::Additive>>()
        + walk::<tier::Confirm<tier::Destructive>>()
        + walk::<tier::Confirm<tier::Handoff>>()
        + walk::<tier::Block>();
    assert_eq!(combinations, 5 * 3 * 3 * 2 * 2);
}

#[test]
fn the_tiers_say_what_they_are() {
    fn says<L: Tier>(policy: Policy, consequence: Consequence) {
        assert_eq!((L::POLICY, L::CONSEQUENCE), (policy, consequence));
    }
    says::<tier::AutoApprove>(Policy::AutoApprove, Consequence::ReadOnly);
    says::<tier::AutoApprove<tier::Additive>>(Policy::AutoApprove, Consequence::Additive);
    says::<tier::Confirm<tier::Destructive>>(Policy::Confirm, Consequence::Destructive);
    says::<tier::Confirm<tier::Handoff>>(Policy::Confirm, Consequence::Handoff);
    says::<tier::Block>(Policy::Block, Consequence::Handoff);
}

#[test]
fn strictness_is_the_order_of_policies() {
    assert!(Policy::AutoApprove < Policy::Confirm && Policy::Confirm < Policy::Block);
    for consequence in ["read_only", "additive", "destructive", "handoff"] {
        let consequence: Consequence = from_word(consequence);
        let closed = consequence.without_client_hint();
        let expected = if consequence == Consequence::Destructive {
            Consequence::Handoff
        } else {
            consequence
        };
        assert_eq!(closed, expected);
    }
}

#[test]
fn the_wire_names() {
    fn names<T>(values: &[(T, &str)])
    where
        T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug + Copy,
    {
        for (value, name) in values {
            assert_eq!(word(value), *name);
            assert_eq!(from_word::<T>(name), *value);
            assert!(serde_json::from_value::<T>(name.to_uppercase().into()).is_err());
        }
        assert!(serde_json::from_value::<T>("".into()).is_err());
        assert!(serde_json::from_value::<T>(true.into()).is_err());
    }
    names(&[
        (Policy::AutoApprove, "auto_approve"),
        (Policy::Confirm, "confirm"),
        (Policy::Block, "block"),
    ]);
    names(&[
        (Consequence::ReadOnly, "read_only"),
        (Consequence::Additive, "additive"),
        (Consequence::Destructive, "destructive"),
        (Consequence::Handoff, "handoff"),
    ]);
    let routes = [
        (ConfirmRoute::Auto, "auto"),
        (ConfirmRoute::Elicit, "elicit"),
        (ConfirmRoute::ClientHint, "client_hint"),
        (ConfirmRoute::RefuseNoChannel, "refuse_no_channel"),
        (ConfirmRoute::RefuseBlocked, "refuse_blocked"),
    ];
    names(&routes);
    for (route, name) in routes {
        assert_eq!(route.name(), name);
    }
    names(&[
        (ConfirmDecision::Proceed, "proceed"),
        (ConfirmDecision::RefusedDeclined, "refused_declined"),
        (ConfirmDecision::RefusedCancelled, "refused_cancelled"),
        (
            ConfirmDecision::RefusedNotConfirmed,
            "refused_not_confirmed",
        ),
    ]);
}
