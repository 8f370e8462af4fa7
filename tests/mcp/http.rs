//! Streamable HTTP on a loopback port: the answers, and what becomes of a question whose client
//! is gone.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use rmcp::{
    ServiceExt,
    transport::{
        StreamableHttpClientTransport,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService,
            session::local::{LocalSessionManager, SessionConfig},
        },
    },
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use super::{
    answers,
    support::{
        Client, Human, Server, assert_no_answer, assert_ran, assert_refused, call,
        client::yes,
        raw::{self, initialize},
        server::gate,
    },
};

struct Http {
    address: SocketAddr,
    sessions: Arc<LocalSessionManager>,
}

async fn serve(server: &Server, session: SessionConfig, http: StreamableHttpServerConfig) -> Http {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config = session;
    let sessions = Arc::new(sessions);
    let server = server.clone();
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions.clone(), http);
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Http { address, sessions }
}

impl Http {
    async fn connect(&self, human: &Human) -> Client {
        let url = format!("http://{}/mcp", self.address);
        let transport = StreamableHttpClientTransport::from_uri(url);
        human.clone().serve(transport).await.unwrap()
    }
}

async fn defaults(server: &Server) -> Http {
    serve(
        server,
        SessionConfig::default(),
        StreamableHttpServerConfig::default(),
    )
    .await
}

#[tokio::test]
async fn every_answer_over_http() {
    let server = Server::new();
    let (human, mut seen) = Human::new([]);
    let client = defaults(&server).await.connect(&human).await;
    answers::every_answer(&client, &human, &mut seen, &server.journal).await;
}

#[tokio::test]
async fn late_answers_over_http() {
    let server = Server::with(gate().answer_within(Duration::from_millis(100)));
    let (human, mut seen) = Human::new([]);
    let client = defaults(&server).await.connect(&human).await;
    answers::late_answers(&client, &human, &mut seen, &server.journal).await;
}

/// A client that writes HTTP by hand, to leave without a word.
struct Web {
    address: SocketAddr,
    session: Option<String>,
}

impl Web {
    async fn connect(http: &Http) -> Self {
        let mut web = Self {
            address: http.address,
            session: None,
        };
        let mut initialized = web.post(&initialize(r#"{"elicitation":{}}"#)).await;
        web.session = Some(initialized.session.take().expect("a session"));
        initialized.data().await;
        let ready = web
            .post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await;
        assert_eq!(ready.status, 202);
        web
    }

    async fn post(&self, body: &str) -> Response {
        self.send("POST", body).await
    }

    async fn send(&self, method: &str, body: &str) -> Response {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let session = match &self.session {
            Some(session) => format!("Mcp-Session-Id: {session}\r\n"),
            None => String::new(),
        };
        let request = format!(
            "{method} /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{session}\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut session = None;
        loop {
            line.clear();
            stream.read_line(&mut line).await.unwrap();
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("mcp-session-id") => {
                    session = Some(value.to_owned());
                }
                Some(_) => {}
                None => break,
            }
        }
        Response {
            status,
            session,
            stream,
        }
    }

    /// Calls `export`, and waits for the question.
    async fn asked(&self, filing: &str) -> (Response, Value) {
        let mut response = self
            .post(&raw::call("c", "export", json!({ "filing": filing })))
            .await;
        loop {
            let message = response.data().await;
            if message["method"] == "elicitation/create" {
                return (response, message);
            }
        }
    }
}

struct Response {
    status: u16,
    session: Option<String>,
    stream: BufReader<TcpStream>,
}

impl Response {
    /// The next message of an event stream.
    async fn data(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(
                self.stream.read_line(&mut line).await.unwrap(),
                0,
                "the end"
            );
            let data = line.strip_prefix("data:").map(str::trim);
            if let Some(data) = data.filter(|data| data.starts_with('{')) {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

/// rmcp keeps a session whose connection broke, since its client may come back. The wait for a
/// human ends at its own limit then, and no sooner.
#[tokio::test]
async fn a_broken_connection_waits_no_longer_than_the_limit() {
    let server = Server::with(gate().answer_within(Duration::from_millis(300)));
    let http = defaults(&server).await;
    let web = Web::connect(&http).await;
    let (response, _) = web.asked("f").await;
    drop(response);
    drop(web);
    server.handles(0).await;
    let replies = server.replies();
    assert_no_answer(replies[0].as_ref().unwrap(), "export", "timed_out");
    server.journal.is_empty();
}

/// Its yes, given on another connection of the same session, is a yes.
#[tokio::test]
async fn a_client_that_comes_back_can_still_answer() {
    let server = Server::new();
    let http = defaults(&server).await;
    let web = Web::connect(&http).await;
    let (response, question) = web.asked("f").await;
    drop(response);
    server.journal.is_empty();
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes() });
    assert_eq!(web.post(&answer.to_string()).await.status, 202);
    server.handles(0).await;
    assert_eq!(server.journal.lines(), ["export f"]);
}

/// An answer cannot come from another session, whatever its id is.
#[tokio::test]
async fn another_session_cannot_answer() {
    let server = Server::with(gate().answer_within(Duration::from_millis(500)));
    let http = defaults(&server).await;
    let web = Web::connect(&http).await;
    let other = Web::connect(&http).await;
    let nobody = Web {
        address: http.address,
        session: None,
    };
    let (_response, question) = web.asked("f").await;
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes() }).to_string();
    other.post(&answer).await;
    nobody.post(&answer).await;
    server.handles(0).await;
    let replies = server.replies();
    assert_no_answer(replies[0].as_ref().unwrap(), "export", "timed_out");
    server.journal.is_empty();
}

/// A session that is ended, by its client or by rmcp because nothing moved in it, ends the wait.
/// rmcp drains for five seconds first.
#[tokio::test]
async fn the_end_of_a_session_ends_the_wait() {
    let deleted = async {
        let server = Server::new();
        let http = defaults(&server).await;
        let web = Web::connect(&http).await;
        let (_response, _) = web.asked("deleted").await;
        assert!(web.send("DELETE", "").await.status < 300);
        server.handles(0).await;
        assert!(http.sessions.sessions.read().await.is_empty());
        server
    };
    let idle = async {
        let server = Server::new();
        let mut session = SessionConfig::default();
        session.keep_alive = Some(Duration::from_secs(3));
        let http = serve(&server, session, StreamableHttpServerConfig::default()).await;
        let web = Web::connect(&http).await;
        let (_response, _) = web.asked("idle").await;
        server.handles(0).await;
        server
    };
    let (deleted, idle) = tokio::join!(deleted, idle);
    for server in [deleted, idle] {
        let replies = server.replies();
        assert_no_answer(replies[0].as_ref().unwrap(), "export", "call_cancelled");
        server.journal.is_empty();
    }
}

/// Without sessions rmcp does not know what a client up to MCP 2025-11-25 declared, and no
/// answer could reach the call: nobody is asked.
#[tokio::test]
async fn without_sessions_nobody_is_asked() {
    for (gate, delete_runs) in [(gate(), true), (gate().close_client_hint(), false)] {
        let server = Server::with(gate);
        let stateless = StreamableHttpServerConfig::default().with_legacy_session_mode(false);
        let http = serve(&server, SessionConfig::default(), stateless).await;
        let (human, mut seen) = Human::new([]);
        let client = http.connect(&human).await;
        assert_ran(&call(&client, "look", json!({ "what": "x" })).await);
        let export = call(&client, "export", json!({ "filing": "f" })).await;
        assert_refused(&export, "export", "refuse_no_channel");
        let delete = call(&client, "delete", json!({ "draft": "d" })).await;
        if delete_runs {
            assert_ran(&delete);
            assert_eq!(server.journal.lines(), ["look x", "delete d"]);
        } else {
            assert_refused(&delete, "delete", "refuse_no_channel");
            assert_eq!(server.journal.lines(), ["look x"]);
        }
        assert!(seen.asked.try_recv().is_err());
    }
}

/// The control for the clients by hand: one that stays, is asked, and says yes.
#[tokio::test]
async fn a_client_that_stays() {
    let server = Server::new();
    let http = defaults(&server).await;
    let web = Web::connect(&http).await;
    let (mut response, question) = web.asked("f").await;
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes() });
    assert_eq!(web.post(&answer.to_string()).await.status, 202);
    let reply = response.data().await;
    assert_eq!(
        reply["result"]["structuredContent"]["filing"], "f",
        "{reply}"
    );
    let mut rest = Vec::new();
    response.stream.read_to_end(&mut rest).await.unwrap();
    assert_eq!(server.journal.lines(), ["export f"]);
}
