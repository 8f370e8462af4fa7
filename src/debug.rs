//! `Debug` for the states: it names the command, never the arguments, and asks nothing of
//! `T` (G14).

use core::fmt;

use crate::{AutoApproved, Confirmed, Granted, Pending, Routed, Tool, Unconfirmed, call::command};

impl<T: Tool> fmt::Debug for Unconfirmed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unconfirmed({})", command::<T>().key())
    }
}

impl<T: Tool> fmt::Debug for Routed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let route = match self {
            Self::Auto(_) => "Auto",
            Self::Elicit(_) => "Elicit",
            Self::ClientHint(_) => "ClientHint",
            Self::Refused(_) => "Refused",
        };
        write!(f, "Routed::{route}({})", command::<T>().key())
    }
}

impl<T: Tool> fmt::Debug for AutoApproved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AutoApproved({})", command::<T>().key())
    }
}

impl<T: Tool> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pending({})", command::<T>().key())
    }
}

impl<T: Tool, By> fmt::Debug for Confirmed<T, By> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Confirmed({})", command::<T>().key())
    }
}

impl<T: Tool> fmt::Debug for Granted<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Granted({})", command::<T>().key())
    }
}
