//! What is logged.

use std::{
    fmt::{self, Write as _},
    sync::Mutex,
};

use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

static KEPT: Mutex<String> = Mutex::new(String::new());

struct Keeper;

/// From now on, of all threads, at every level.
pub(crate) fn keep_all() {
    tracing::subscriber::set_global_default(Keeper).unwrap();
}

pub(crate) fn kept() -> String {
    KEPT.lock().unwrap().clone()
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Keeper {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &span::Attributes<'_>) -> span::Id {
        span.record(&mut Fields(&mut KEPT.lock().unwrap()));
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Fields(&mut KEPT.lock().unwrap()));
    }

    fn event(&self, event: &Event<'_>) {
        let mut kept = KEPT.lock().unwrap();
        write!(kept, "\n{}", event.metadata().target()).unwrap();
        event.record(&mut Fields(&mut kept));
    }

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
