//! Redis servers of our own, and an address that moves from one to another.

use std::{
    collections::HashSet,
    io,
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use redis::FromRedisValue;
use tempfile::TempDir;

const SECOND: Duration = Duration::from_secs(1);

pub(crate) fn is_installed() -> bool {
    Command::new("redis-server")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A port that nobody listens on, and that no other test of this process gets.
pub(crate) fn free_port() -> u16 {
    static TAKEN: Mutex<Option<HashSet<u16>>> = Mutex::new(None);
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut taken = TAKEN.lock().unwrap();
        if taken.get_or_insert_default().insert(port) {
            return port;
        }
    }
}

/// A Redis server. It ends with this value.
pub(crate) struct Instance {
    dir: TempDir,
    port: u16,
    options: Vec<String>,
    child: Child,
}

impl Instance {
    /// Without persistence, unless an option says otherwise.
    pub(crate) fn start(options: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let port = free_port();
        let options: Vec<_> = options.iter().copied().map(str::to_owned).collect();
        let child = spawn(&dir, port, &options);
        Self {
            dir,
            port,
            options,
            child,
        }
    }

    pub(crate) fn url(&self) -> String {
        url(self.port)
    }

    /// Runs a command, on a connection of its own.
    #[track_caller]
    pub(crate) fn run<T: FromRedisValue>(&self, words: &[&str]) -> T {
        self.try_run(words).unwrap()
    }

    pub(crate) fn try_run<T: FromRedisValue>(&self, words: &[&str]) -> redis::RedisResult<T> {
        run(&self.url(), words)
    }

    /// Runs a command as who has this password.
    pub(crate) fn run_as(&self, password: &str, words: &[&str]) {
        let account = format!("redis://:{password}@");
        run::<()>(&self.url().replace("redis://", &account), words).unwrap();
    }

    /// Lets no command through for this long.
    pub(crate) fn pause(&self, time: Duration) {
        self.run::<()>(&["CLIENT", "PAUSE", &time.as_millis().to_string(), "ALL"]);
    }

    /// Stops the process, which keeps what it is sent.
    pub(crate) fn stop(&self) {
        self.signal("STOP");
    }

    /// Lets the process go on.
    pub(crate) fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let status = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(status.success());
    }

    pub(crate) fn full(&self, full: bool) {
        let bytes = if full { "1" } else { "0" };
        self.run::<()>(&["CONFIG", "SET", "maxmemory", bytes]);
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again after [`kill`](Instance::kill), with what it has on its disk.
    pub(crate) fn restart(&mut self) {
        self.restart_loading();
        eventually("it has loaded what it has", || {
            self.try_run::<()>(&["PING"]).is_ok()
        });
    }

    /// The same, without waiting until it has loaded.
    pub(crate) fn restart_loading(&mut self) {
        self.child = spawn(&self.dir, self.port, &self.options);
    }

    /// Makes it a replica of `master`, and waits until it has caught up.
    pub(crate) fn follow(&self, master: &Self) {
        let port = master.port.to_string();
        self.run::<()>(&["REPLICAOF", "127.0.0.1", &port]);
        eventually("the replica is linked", || {
            let info: String = self.run(&["INFO", "replication"]);
            info.contains("role:slave") && info.contains("master_link_status:up")
        });
        // Everything before now.
        eventually("the replica has caught up", || {
            let offset = |instance: &Self| {
                let info: String = instance.run(&["INFO", "replication"]);
                let field = info
                    .lines()
                    .find(|line| line.starts_with("master_repl_offset"));
                field.unwrap().to_owned()
            };
            offset(self) == offset(master)
        });
    }

    /// A replica that goes on as one, but hears nothing from its master any more.
    pub(crate) fn lag(&self) {
        let nobody = free_port().to_string();
        self.run::<()>(&["REPLICAOF", "127.0.0.1", &nobody]);
    }

    pub(crate) fn promote(&self) {
        self.run::<()>(&["REPLICAOF", "NO", "ONE"]);
    }
}

fn run<T: FromRedisValue>(url: &str, words: &[&str]) -> redis::RedisResult<T> {
    let client = redis::Client::open(url)?;
    let mut connection = client.get_connection_with_timeout(10 * SECOND)?;
    connection.set_read_timeout(Some(10 * SECOND))?;
    let mut command = redis::cmd(words[0]);
    command.arg(&words[1..]).query(&mut connection)
}

impl Drop for Instance {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn url(port: u16) -> String {
    format!("redis://127.0.0.1:{port}")
}

/// Waits until it listens.
fn spawn(dir: &TempDir, port: u16, options: &[String]) -> Child {
    let mut child = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args(["--save", "", "--appendonly", "no", "--logfile", "log"])
        .args(["--repl-diskless-sync-delay", "0"])
        .args(options)
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    eventually("redis-server listens", || {
        let status = child.try_wait().unwrap();
        assert!(status.is_none(), "redis-server: {status:?}");
        TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
    });
    child
}

#[track_caller]
pub(crate) fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < 20 * SECOND, "never: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// An address that stays when the Redis behind it changes, as a failover moves it.
pub(crate) struct Address {
    port: u16,
    target: Arc<AtomicU16>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Address {
    pub(crate) fn of(instance: &Instance) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = Self {
            port: listener.local_addr().unwrap().port(),
            target: Arc::new(AtomicU16::new(instance.port)),
            open: Arc::default(),
        };
        let (target, open) = (Arc::clone(&address.target), Arc::clone(&address.open));
        // Ends with the process.
        thread::spawn(move || {
            for near in listener.incoming() {
                let Ok(near) = near else { continue };
                let target = (Ipv4Addr::LOCALHOST, target.load(Ordering::SeqCst));
                let Ok(far) = TcpStream::connect(target) else {
                    continue;
                };
                open.lock().unwrap().push(near.try_clone().unwrap());
                copy(near.try_clone().unwrap(), far.try_clone().unwrap());
                copy(far, near);
            }
        });
        address
    }

    pub(crate) fn url(&self) -> String {
        url(self.port)
    }

    /// Leads to another Redis from now on. What was connected stays with the old one, if it
    /// lives.
    pub(crate) fn lead_to(&self, instance: &Instance) {
        self.target.store(instance.port, Ordering::SeqCst);
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        for stream in self.open.lock().unwrap().drain(..) {
            // It may be over already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn copy(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || {
        // However it ends, it has ended.
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
