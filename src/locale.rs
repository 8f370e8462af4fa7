use core::fmt;

use crate::{Consequence, Reason, trusted::NoAnswer};

/// The language of what a human or a model reads. The default is English.
///
/// A new language is a variant here and a table of texts in this file; a text that is missing
/// does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Locale {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl Locale {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Es];

    /// The BCP 47 tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }

    /// The language of a BCP 47 tag, by lookup (RFC 4647, section 3.4): `es-ES`, `ES` and
    /// `es-Latn-419` find `es`. `None` if there is no such language, or no such tag.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let mut subtags = tag.split('-');
        let language = subtags.next()?;
        let well_formed = subtags.all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
        });
        Self::ALL
            .into_iter()
            .find(|locale| well_formed && locale.tag().eq_ignore_ascii_case(language))
    }

    /// The first of the preferred tags that is there, else the default.
    ///
    /// ```
    /// # use countersign::Locale;
    /// assert_eq!(Locale::negotiate(["pt-BR", "es-ES", "en"]), Locale::Es);
    /// ```
    #[must_use]
    pub fn negotiate<'t>(tags: impl IntoIterator<Item = &'t str>) -> Self {
        tags.into_iter()
            .find_map(Self::from_tag)
            .unwrap_or_default()
    }

    pub(crate) const fn texts(self) -> &'static Texts {
        match self {
            Self::En => &ENGLISH,
            Self::Es => &SPANISH,
        }
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The texts of one language. `{key}`, `{title}`, `{consequence}` and `{help}` are filled in.
pub(crate) struct Texts {
    /// The question of a confirmation.
    pub(crate) question: &'static str,
    /// What the box to tick says.
    pub(crate) confirm: &'static str,
    /// What a call does, if its command does not say.
    pub(crate) consequence: fn(Consequence) -> &'static str,
    /// Why a call was refused, and what would make it work.
    pub(crate) refusal: fn(Reason) -> &'static str,
    /// What to do where nobody can be asked, if the command does not say.
    pub(crate) no_channel_help: &'static str,
    /// A suspended confirmation whose state fails.
    pub(crate) invalid_state: &'static str,
    /// A fault of the server before the body of a tool began, and while it ran.
    pub(crate) panicked_before: &'static str,
    pub(crate) panicked_during: &'static str,
}

const ENGLISH: Texts = Texts {
    question: "The assistant wants to run `{key}`: {title}. {consequence} Do you want this to happen?",
    confirm: "Yes, run `{key}`",
    consequence: |consequence| match consequence {
        Consequence::ReadOnly => "It reads, and changes nothing.",
        Consequence::Additive => "It adds something; nothing that exists is changed.",
        Consequence::Destructive => {
            "It changes or removes something that exists, and there may be no way to undo it."
        }
        Consequence::Handoff => {
            "It hands something over to the outside world, and this cannot be taken back."
        }
    },
    refusal: |reason| match reason {
        Reason::Blocked => {
            "`{key}` was not run: it is blocked here, and no confirmation can change that. \
             If it has to be done, a person must do it outside this assistant."
        }
        Reason::NoChannel => {
            "`{key}` was not run: it needs a person's yes, and this client cannot ask for it. \
             {help}"
        }
        Reason::Declined => {
            "`{key}` was not run: the client answered the confirmation with a decline. \
             Do not try again unless the user asks for it."
        }
        Reason::Cancelled => {
            "`{key}` was not run: the confirmation was cancelled before anyone decided. \
             It can be called again if the user still wants it."
        }
        Reason::NotConfirmed => {
            "`{key}` was not run: the answer did not confirm it. To run it, call it again and \
             have the user tick the confirmation."
        }
        Reason::NoAnswer(NoAnswer::TimedOut) => {
            "`{key}` was not run: nobody answered the confirmation in time. \
             Call it again when the user is there to answer."
        }
        Reason::NoAnswer(NoAnswer::Disconnected) => {
            "`{key}` was not run: the client, or its terminal, went away before the confirmation \
             was answered. Call it again once there is somebody to answer."
        }
        Reason::NoAnswer(NoAnswer::ClientError) => {
            "`{key}` was not run: the client returned no valid answer to the confirmation. \
             Nobody is known to have decided anything. Call it again, from another client if \
             this one keeps failing."
        }
        Reason::NoAnswer(NoAnswer::CallCancelled) => {
            "`{key}` was not run: the call was cancelled while its confirmation was open. \
             Call it again if it is still wanted."
        }
        Reason::NoAnswer(NoAnswer::Unavailable) => {
            "`{key}` was not run: it needs a person's yes, and there was no way to ask. {help}"
        }
        Reason::NotListed => {
            "`{key}` was not run: the gate does not know this tool. \
             The server has to list it with `Listed::of` when it builds its `Gate`."
        }
        Reason::PolicyFailed => {
            "`{key}` was not run: whether it may run could not be decided, because its policy \
             for these arguments failed. This is a fault of the server; other arguments may work."
        }
        Reason::PrincipalUnknown => {
            "`{key}` was not run: the server could not tell who is calling, so no confirmation \
             can be tied to a person. Sign in again, or tell the server's operator."
        }
        Reason::LedgerUnavailable => {
            "`{key}` was not run: the server cannot reach its record of answered confirmations, \
             without which a yes could be used twice. Call it again later and confirm it anew."
        }
        Reason::LedgerFull => {
            "`{key}` was not run: the server's record of answered confirmations is full. \
             Call it again in a few minutes and confirm it anew."
        }
    },
    no_channel_help: "Use a client that supports MCP elicitation with forms.",
    invalid_state: "`{key}` was not run: its requestState is not valid here. It was altered, has expired, was answered before, or belongs to another call. Call again without it to be asked anew.",
    panicked_before: "`{key}` was not run: the server failed before it began, and nothing was done. Other arguments may work.",
    panicked_during: "`{key}` failed while it ran: what it had done by then stays done. Look at the result before you call it again.",
};

const SPANISH: Texts = Texts {
    question: "El asistente quiere ejecutar `{key}`: {title}. {consequence} ¿Quiere que se haga?",
    confirm: "Sí, ejecutar `{key}`",
    consequence: |consequence| match consequence {
        Consequence::ReadOnly => "Solo lee; no cambia nada.",
        Consequence::Additive => "Añade algo; no cambia nada de lo que ya existe.",
        Consequence::Destructive => {
            "Cambia o elimina algo que existe, y quizá no haya forma de deshacerlo."
        }
        Consequence::Handoff => "Entrega algo al exterior, y eso ya no se puede retirar.",
    },
    refusal: |reason| match reason {
        Reason::Blocked => {
            "`{key}` no se ha ejecutado: aquí está bloqueado y ninguna confirmación puede \
             cambiarlo. Si hay que hacerlo, debe hacerlo una persona fuera de este asistente."
        }
        Reason::NoChannel => {
            "`{key}` no se ha ejecutado: necesita el sí de una persona y este cliente no puede \
             pedirlo. {help}"
        }
        Reason::Declined => {
            "`{key}` no se ha ejecutado: el cliente respondió a la confirmación con un rechazo. \
             No lo intente de nuevo a menos que el usuario lo pida."
        }
        Reason::Cancelled => {
            "`{key}` no se ha ejecutado: la confirmación se canceló antes de que nadie \
             decidiera. Se puede volver a llamar si el usuario todavía lo quiere."
        }
        Reason::NotConfirmed => {
            "`{key}` no se ha ejecutado: la respuesta no lo confirmó. Para ejecutarlo, llámelo \
             de nuevo y pida al usuario que marque la confirmación."
        }
        Reason::NoAnswer(NoAnswer::TimedOut) => {
            "`{key}` no se ha ejecutado: nadie respondió a la confirmación a tiempo. \
             Llámelo de nuevo cuando el usuario pueda responder."
        }
        Reason::NoAnswer(NoAnswer::Disconnected) => {
            "`{key}` no se ha ejecutado: el cliente, o su terminal, se desconectó antes de que se \
             respondiera a la confirmación. Llámelo de nuevo cuando alguien pueda responder."
        }
        Reason::NoAnswer(NoAnswer::ClientError) => {
            "`{key}` no se ha ejecutado: el cliente no devolvió una respuesta válida a la \
             confirmación. No consta que nadie haya decidido nada. Llámelo de nuevo, desde otro \
             cliente si este sigue fallando."
        }
        Reason::NoAnswer(NoAnswer::CallCancelled) => {
            "`{key}` no se ha ejecutado: la llamada se canceló mientras su confirmación estaba \
             abierta. Llámelo de nuevo si todavía hace falta."
        }
        Reason::NoAnswer(NoAnswer::Unavailable) => {
            "`{key}` no se ha ejecutado: necesita el sí de una persona y no había forma de \
             preguntar. {help}"
        }
        Reason::NotListed => {
            "`{key}` no se ha ejecutado: la puerta no conoce esta herramienta. \
             El servidor debe incluirla con `Listed::of` al construir su `Gate`."
        }
        Reason::PolicyFailed => {
            "`{key}` no se ha ejecutado: no se pudo decidir si puede ejecutarse, porque falló su \
             política para estos argumentos. Es un fallo del servidor; otros argumentos pueden \
             funcionar."
        }
        Reason::PrincipalUnknown => {
            "`{key}` no se ha ejecutado: el servidor no pudo saber quién llama, así que ninguna \
             confirmación puede vincularse a una persona. Inicie sesión de nuevo o avise a quien \
             opera el servidor."
        }
        Reason::LedgerUnavailable => {
            "`{key}` no se ha ejecutado: el servidor no puede acceder a su registro de \
             confirmaciones respondidas, sin el cual un sí podría usarse dos veces. Llámelo de \
             nuevo más tarde y confírmelo otra vez."
        }
        Reason::LedgerFull => {
            "`{key}` no se ha ejecutado: el registro de confirmaciones respondidas del servidor \
             está lleno. Llámelo de nuevo dentro de unos minutos y confírmelo otra vez."
        }
    },
    no_channel_help: "Use un cliente que admita la elicitación de MCP con formularios.",
    invalid_state: "`{key}` no se ha ejecutado: su requestState no es válido aquí. Fue alterado, ha caducado, ya se respondió o pertenece a otra llamada. Llame de nuevo sin él para que se le pregunte otra vez.",
    panicked_before: "`{key}` no se ha ejecutado: el servidor falló antes de empezar y no se ha hecho nada. Otros argumentos pueden funcionar.",
    panicked_during: "`{key}` falló mientras se ejecutaba: lo que ya había hecho, hecho queda. Compruebe el resultado antes de llamarlo de nuevo.",
};
