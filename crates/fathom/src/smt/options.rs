//! Options of SMT-LIB.

use fathom_logic::smtlib::AttributeValue;
use fathom_logic::smtlib::lexer::string_literal;

use super::channel::Channel;

/// What a script can set.
pub struct Options {
    /// `:print-success`
    pub print_success: bool,
    /// `:produce-models`
    pub produce_models: bool,
    /// `:produce-assignments`
    pub produce_assignments: bool,
    /// `:produce-assertions`, formerly `:interactive-mode`
    pub produce_assertions: bool,
    /// `:produce-unsat-assumptions`
    pub produce_unsat_assumptions: bool,
    /// `:produce-unsat-cores`
    pub produce_unsat_cores: bool,
    /// `:global-declarations`
    pub global_declarations: bool,
    /// `:random-seed`; nothing here is random.
    pub random_seed: u64,
    /// `:reproducible-resource-limit`: conflicts of a check, 0 for no limit.
    pub resource_limit: u64,
    /// `:verbosity`
    pub verbosity: u64,
    /// `:regular-output-channel`
    pub regular: Channel,
    /// `:diagnostic-output-channel`
    pub diagnostic: Channel,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            print_success: false,
            // The standard's default is false, but every user wants to see the model.
            produce_models: true,
            produce_assignments: false,
            produce_assertions: false,
            produce_unsat_assumptions: true,
            produce_unsat_cores: false,
            global_declarations: false,
            random_seed: 0,
            resource_limit: 0,
            verbosity: 0,
            regular: Channel::Stdout,
            diagnostic: Channel::Stderr,
        }
    }
}

/// Why an option was not set.
pub enum Refused {
    /// We do not know it.
    Unsupported,
    /// It cannot be set so, or not now.
    Error(String),
}

impl Options {
    fn flag(&mut self, keyword: &str) -> Option<&mut bool> {
        match keyword {
            ":print-success" => Some(&mut self.print_success),
            ":produce-models" => Some(&mut self.produce_models),
            ":produce-assignments" => Some(&mut self.produce_assignments),
            ":produce-assertions" | ":interactive-mode" => Some(&mut self.produce_assertions),
            ":produce-unsat-assumptions" => Some(&mut self.produce_unsat_assumptions),
            ":produce-unsat-cores" => Some(&mut self.produce_unsat_cores),
            ":global-declarations" => Some(&mut self.global_declarations),
            _ => None,
        }
    }

    fn number(&mut self, keyword: &str) -> Option<&mut u64> {
        match keyword {
            ":random-seed" => Some(&mut self.random_seed),
            ":reproducible-resource-limit" => Some(&mut self.resource_limit),
            ":verbosity" => Some(&mut self.verbosity),
            _ => None,
        }
    }

    fn channel(&mut self, keyword: &str) -> Option<&mut Channel> {
        match keyword {
            ":regular-output-channel" => Some(&mut self.regular),
            ":diagnostic-output-channel" => Some(&mut self.diagnostic),
            _ => None,
        }
    }

    /// Sets an option; `started` says that the script has declared or asserted
    /// something. (The standard wants options even before the logic; hardly anybody keeps to that.)
    pub fn set(&mut self, keyword: &str, value: &AttributeValue, started: bool) -> Result<(), Refused> {
        let early = matches!(keyword, ":global-declarations" | ":interactive-mode" | ":random-seed")
            || keyword.starts_with(":produce-");
        let wrong = |expected: &str| Err(Refused::Error(format!("{keyword} needs {expected}")));
        if let Some(flag) = self.flag(keyword) {
            let value = match value {
                AttributeValue::Symbol(text) if text == "true" => true,
                AttributeValue::Symbol(text) if text == "false" => false,
                _ => return wrong("true or false"),
            };
            if early && started && *flag != value {
                return Err(Refused::Error(format!("{keyword} must be set at the beginning")));
            }
            *flag = value;
            return Ok(());
        }
        if let Some(number) = self.number(keyword) {
            let AttributeValue::Numeral(digits) = value else { return wrong("a number") };
            if early && started {
                return Err(Refused::Error(format!("{keyword} must be set at the beginning")));
            }
            *number = digits.parse().unwrap_or(u64::MAX);
            return Ok(());
        }
        if let Some(channel) = self.channel(keyword) {
            let AttributeValue::String(name) = value else { return wrong("a string") };
            *channel = Channel::open(name).map_err(Refused::Error)?;
            return Ok(());
        }
        Err(Refused::Unsupported)
    }

    /// The value of an option, if we know it.
    pub fn get(&mut self, keyword: &str) -> Option<String> {
        if let Some(flag) = self.flag(keyword) {
            return Some(flag.to_string());
        }
        if let Some(number) = self.number(keyword) {
            return Some(number.to_string());
        }
        self.channel(keyword).map(|channel| string_literal(channel.name()))
    }
}
