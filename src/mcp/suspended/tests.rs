//! What needs a clock that can be set. The rest is in `tests/suspended`.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, RoleClient, ServerHandler, ServiceExt,
    handler::server::router::tool::ToolRouter,
    model::{
        CallToolRequestParams, CallToolResponse, ClientCapabilities, ClientConfig,
        ElicitationCapability, Implementation, ProtocolVersion,
    },
    service::{RunningService, ServiceError},
    tool_handler,
};
use serde_json::json;

use super::*;
use crate::{
    Command, Gate, Granted, Listed, Overrides, Tool, command,
    mcp::{Confirming, Epoch, Ledger, MemoryLedger, clock::Clock, route},
    tier,
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Export {}

impl Tool for Export {
    type Tier = tier::Confirm<tier::Handoff>;
    type Context<'a> = &'a Desk;
    type Output = ();
    const COMMAND: Command = command! { Command::new("export", "Export") };

    async fn run(_: Granted<'_, Self>, desk: Self::Context<'_>) {
        desk.ran.fetch_add(1, Ordering::SeqCst);
    }
}

struct Desk {
    confirmations: Confirmations,
    ran: Arc<AtomicU64>,
}

impl Desk {
    fn tool_router() -> ToolRouter<Self> {
        ToolRouter::new().with_route(route::<Self, Export>())
    }
}

impl Confirming for Desk {
    fn confirmations(&self) -> &Confirmations {
        &self.confirmations
    }
}

#[tool_handler]
impl ServerHandler for Desk {}

struct Human;

impl ClientHandler for Human {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::default());
        ClientConfig::new(capabilities, Implementation::new("clock-test", "0"))
    }
}

/// A client of a desk, and how often the tool ran.
struct Session {
    client: RunningService<RoleClient, Human>,
    ran: Arc<AtomicU64>,
}

impl Session {
    async fn with(change: impl FnOnce(Confirmations) -> Confirmations) -> Self {
        let gate = Gate::new(&[Listed::of::<Export>()], Overrides::none()).unwrap();
        let ran = Arc::new(AtomicU64::new(0));
        let desk = Desk {
            confirmations: change(Confirmations::new(gate).ledger(MemoryLedger::new())),
            ran: ran.clone(),
        };
        let (theirs, ours) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move { desk.serve(theirs).await.unwrap().waiting().await });
        let lifecycle = ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        };
        let client = Human.serve_with_lifecycle(ours, lifecycle).await.unwrap();
        Self { client, ran }
    }

    async fn ask(&self) -> String {
        let asked = self
            .client
            .call_tool_once(CallToolRequestParams::new("export"));
        match asked.await.unwrap() {
            CallToolResponse::InputRequired(result) => result.request_state.unwrap(),
            other => panic!("not asked: {other:?}"),
        }
    }

    /// Whether a yes with this state runs the tool. It is rejected otherwise.
    async fn confirm(&self, state: &str) -> bool {
        let yes = json!({ "action": "accept", "content": { "confirm": true } });
        let retry = CallToolRequestParams::new("export")
            .with_request_state(state)
            .with_input_responses([("confirm".to_owned(), yes)].into());
        let before = self.ran.load(Ordering::SeqCst);
        let reply = self.client.call_tool_once(retry).await;
        let ran = self.ran.load(Ordering::SeqCst) - before;
        match reply {
            Ok(CallToolResponse::Complete(result)) => {
                assert_eq!((result.is_error, ran), (Some(false), 1));
                true
            }
            Err(ServiceError::McpError(error)) => {
                assert_eq!((error.code.0, ran), (-32602, 0));
                false
            }
            other => panic!("unexpected: {other:?}"),
        }
    }
}

/// A clock that stands where it is set, in microseconds.
#[derive(Clone)]
struct Hands(Arc<AtomicU64>);

impl Hands {
    /// At the beginning of the present millisecond.
    fn now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let millis = u64::try_from(now.as_millis()).unwrap();
        Self(Arc::new(AtomicU64::new(millis * 1_000)))
    }

    fn read(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::SeqCst))
    }

    fn set(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap();
        self.0.store(micros, Ordering::SeqCst);
    }
}

const TTL: Duration = Confirmations::STATE_TTL;
const MILLISECOND: Duration = Duration::from_millis(1);
const MICROSECOND: Duration = Duration::from_micros(1);

/// A session whose clock is set by hand. rmcp looks at the clock of the system, for which the
/// states here never expire.
async fn session(hands: &Hands) -> Session {
    let hands = hands.clone();
    Session::with(|settings| settings.with_now(move || hands.read())).await
}

#[tokio::test]
async fn a_state_can_be_answered_until_its_last_microsecond_and_not_at_its_expiry() {
    for (later, runs) in [
        (Duration::ZERO, true),
        (TTL.saturating_sub(MILLISECOND), true),
        (TTL.saturating_sub(MICROSECOND), true),
        (TTL, false),
        (TTL + MICROSECOND, false),
        (TTL + MILLISECOND, false),
        (TTL * 1_000, false),
    ] {
        let hands = Hands::now();
        let session = session(&hands).await;
        let start = hands.read();
        let state = session.ask().await;
        hands.set(start + later);
        assert_eq!(session.confirm(&state).await, runs, "{later:?}");
        assert!(!session.confirm(&state).await);
        assert_eq!(session.ran.load(Ordering::SeqCst), u64::from(runs));
    }
}

#[tokio::test]
async fn a_fraction_of_a_millisecond_does_not_prolong_a_state() {
    let hands = Hands::now();
    let session = session(&hands).await;
    let start = hands.read();
    hands.set(start + MICROSECOND * 900);
    let state = session.ask().await;
    hands.set(start + MICROSECOND * 900 + TTL);
    assert!(!session.confirm(&state).await);
}

#[tokio::test]
async fn a_clock_that_is_set_back_revives_no_state() {
    let hands = Hands::now();
    let start = hands.read();
    let clock = Clock::new({
        let hands = hands.clone();
        move || UNIX_EPOCH + hands.read()
    });
    let session = Session::with(|settings| settings.with_now(move || clock.now())).await;
    let state = session.ask().await;
    // While the hands stand, the clock goes on by itself.
    hands.set(start + TTL + Duration::from_secs(60));
    assert!(!session.confirm(&state).await);
    for earlier in [TTL / 2, Duration::ZERO] {
        hands.set(start + earlier);
        assert!(!session.confirm(&state).await, "{earlier:?}");
    }
    // Nobody is locked out: what is asked now can be answered now.
    let state = session.ask().await;
    assert!(session.confirm(&state).await);
}

#[tokio::test]
async fn a_clock_that_is_set_back_revives_no_answered_state() {
    let hands = Hands::now();
    let session = session(&hands).await;
    let start = hands.read();
    let state = session.ask().await;
    assert!(session.confirm(&state).await);
    for time in [
        start + TTL * 2,
        start,
        start.saturating_sub(TTL),
        start + MILLISECOND,
    ] {
        hands.set(time);
        assert!(!session.confirm(&state).await);
    }
    assert_eq!(session.ran.load(Ordering::SeqCst), 1);
}

/// Until when each nonce is to be remembered.
struct Told(Arc<Mutex<Vec<Duration>>>);

impl Ledger for Told {
    async fn epoch(&self) -> Result<Epoch, LedgerError> {
        Ok(Epoch::new("one"))
    }

    async fn redeem(
        &self,
        _: &Epoch,
        _: Nonce,
        until: Duration,
    ) -> Result<Redemption, LedgerError> {
        self.0.lock().unwrap().push(until);
        Ok(Redemption::Redeemed)
    }
}

#[tokio::test]
async fn the_ledger_is_told_the_expiry_of_the_state() {
    let hands = Hands::now();
    let start = hands.read();
    let told = Arc::new(Mutex::new(Vec::new()));
    let session = Session::with(|settings| {
        let hands = hands.clone();
        let settings = settings.with_now(move || hands.read());
        settings.ledger(Told(told.clone()))
    })
    .await;
    let state = session.ask().await;
    hands.set(start + TTL / 2);
    assert!(session.confirm(&state).await);
    assert_eq!(*told.lock().unwrap(), [start + TTL]);
}

#[tokio::test]
async fn the_shortest_and_the_longest_life_of_a_state() {
    let session = Session::with(|settings| settings.state_ttl(Duration::ZERO)).await;
    let state = session.ask().await;
    assert!(!session.confirm(&state).await);
    let session = Session::with(|settings| settings.state_ttl(Duration::MAX)).await;
    let state = session.ask().await;
    assert!(session.confirm(&state).await);
    assert!(!session.confirm(&state).await);
}
