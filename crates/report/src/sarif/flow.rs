//! An execution as a code flow: the steps that matter, what happens in each, and the values there.

use std::collections::{BTreeMap, BTreeSet};

use fathom_evidence::{Event, Evidence, Kind, ObjectId, Step, Where};

use super::log::{CodeFlow, Frame, Location, Message, Stack, ThreadFlow, ThreadFlowLocation};
use super::message::Memory;
use super::places::Places;
use crate::words::{self, limited};

/// The most locations of a flow: GitHub shows no more.
const LOCATIONS: usize = 1_000;

/// The most values at a location.
const VALUES: usize = 24;

/// The most characters of a text at a location, or of a value.
const TEXT: usize = 500;

/// The most calls of a stack.
const CALLS: usize = 100;

/// The most related locations, and pieces of memory in a message.
const RELATED: usize = 20;
const MEMORIES: usize = 3;

/// The flow to the failure; nothing if no step has a position.
pub(super) fn flow(evidence: &Evidence, places: &mut Places) -> Vec<CodeFlow> {
    let mut numbers = words::steps_that_matter(evidence);
    numbers.retain(|&number| evidence.steps[number].at.position.is_some());
    // What is closest to the failure says most.
    numbers.drain(..numbers.len().saturating_sub(LOCATIONS));
    if numbers.is_empty() {
        return vec![];
    }
    let shown = numbers.len() as u64;
    let all = evidence.left_out.saturating_add(evidence.steps.len() as u64);
    let text = format!("{shown} of {all} {}.", words::plural(all, "step"));
    let mut values = Values::new(evidence);
    let mut locations = vec![];
    let wanted: BTreeSet<usize> = numbers.into_iter().collect();
    for (number, step) in evidence.steps.iter().enumerate() {
        values.follow(step);
        if wanted.contains(&number) {
            locations.push(location(evidence, number, &values, places));
        }
    }
    vec![CodeFlow { message: Message::plain(text), thread_flows: vec![ThreadFlow { locations }] }]
}

fn location(evidence: &Evidence, number: usize, values: &Values, places: &mut Places) -> ThreadFlowLocation {
    let step = &evidence.steps[number];
    let fails = step.events.iter().any(|event| matches!(event, Event::Fail));
    let text = Some(words::step(evidence, step))
        .filter(|text| !text.is_empty())
        .or_else(|| places.line(step.at.position.as_ref()?));
    let mut location = places.location(&step.at);
    location.message = text.map(|text| Message::plain(limited(&text, TEXT)));
    ThreadFlowLocation {
        location,
        kinds: kinds(step),
        state: values.at(number),
        nesting_level: step.depth,
        execution_order: evidence.left_out.saturating_add(number as u64).saturating_add(1),
        importance: if fails { "essential" } else { "important" },
    }
}

/// The words that the standard has for what happens in a step, each once.
fn kinds(step: &Step) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = vec![];
    for event in &step.events {
        let words: &[&str] = match event {
            Event::Enter { .. } => &["enter", "function"],
            Event::Return { .. } => &["return", "function"],
            Event::Decide { taken: true } => &["branch", "true"],
            Event::Decide { taken: false } => &["branch", "false"],
            Event::Round { .. } => &["branch"],
            Event::Allocate { .. } => &["acquire", "memory"],
            Event::Free { .. } => &["release", "memory"],
            Event::Input { .. } => &["taint"],
            Event::Fail => &["danger"],
        };
        for word in words {
            if !kinds.contains(word) {
                kinds.push(word);
            }
        }
    }
    if kinds.is_empty() && !step.changes.is_empty() {
        kinds.extend(["acquire", "value"]);
    }
    kinds
}

/// The values of all leaves, step by step.
struct Values<'a> {
    evidence: &'a Evidence,
    /// The leaves of each object.
    leaves: BTreeMap<ObjectId, BTreeMap<&'a str, String>>,
    /// Local variables by the depth of their activation.
    locals: BTreeMap<u32, Vec<ObjectId>>,
}

impl<'a> Values<'a> {
    fn new(evidence: &'a Evidence) -> Self {
        let mut values = Self { evidence, leaves: BTreeMap::new(), locals: BTreeMap::new() };
        for (number, object) in evidence.objects.iter().enumerate() {
            if let (Kind::Local, Some(depth)) = (object.kind, object.depth) {
                values.locals.entry(depth).or_default().push(number);
            }
            // An object is looked at only while it is there, so its first values may be there before.
            for (path, value) in &object.initial {
                values.leaves.entry(number).or_default().insert(path, words::text(value));
            }
        }
        values
    }

    fn follow(&mut self, step: &'a Step) {
        for change in &step.changes {
            let leaves = self.leaves.entry(change.object).or_default();
            leaves.insert(&change.path, words::text(&change.value));
        }
    }

    /// The values after a step: what it changed, and the variables of the function.
    fn at(&self, number: usize) -> BTreeMap<String, Message> {
        let step = &self.evidence.steps[number];
        let changed = step.changes.iter().map(|change| (change.object, change.path.as_str()));
        let there = |id: &&ObjectId| {
            self.evidence.objects.get(**id).is_some_and(|object| {
                object.begin.is_none_or(|begin| begin <= number) && object.end.is_none_or(|end| end >= number)
            })
        };
        // Of variables with the same name, the one that came last hides the others.
        let locals = self.locals.get(&step.depth).into_iter().flatten().rev().filter(there);
        let variables = locals.flat_map(|id| {
            self.leaves
                .get(id)
                .into_iter()
                .flat_map(move |leaves| leaves.keys().map(move |path| (*id, *path)))
        });
        let mut state = BTreeMap::new();
        for (object, path) in changed.chain(variables) {
            if state.len() == VALUES {
                break;
            }
            let Some(value) = self.leaves.get(&object).and_then(|leaves| leaves.get(path)) else { continue };
            let name = limited(&words::leaf(self.evidence, object, path), TEXT);
            state.entry(name).or_insert_with(|| Message::plain(limited(value, TEXT)));
        }
        state
    }
}

/// The calls under way at the failure.
pub(super) fn stacks(evidence: &Evidence, places: &mut Places) -> Vec<Stack> {
    if evidence.stack.is_empty() {
        return vec![];
    }
    let left_out = evidence.stack.len().saturating_sub(CALLS);
    let text = match left_out {
        0 => "Calls under way when it fails.".to_string(),
        _ => format!("Calls under way when it fails, without the outermost {left_out}."),
    };
    let calls = evidence.stack.iter().take(CALLS);
    let frames = calls.map(|call| Frame { location: places.location(call) }).collect();
    vec![Stack { message: Message::plain(text), frames }]
}

/// Where memory was allocated and freed, as locations and for the message.
pub(super) fn memory(evidence: &Evidence, places: &mut Places) -> (Vec<Location>, Vec<Memory>) {
    let mut events = memory_events(evidence);
    events.drain(..events.len().saturating_sub(RELATED));
    let (mut locations, mut memories) = (vec![], BTreeMap::<ObjectId, Memory>::new());
    for (object, freed, place) in events {
        let id = locations.len() + 1;
        let name = words::object_name(evidence, object);
        let verb = if freed { "freed" } else { "allocated" };
        let mut location = places.location(place);
        location.id = Some(id);
        location.message = Some(Message::plain(limited(&format!("{name} is {verb}"), TEXT)));
        locations.push(location);
        let memory = memories.entry(object).or_insert(Memory { name, allocated: None, freed: None });
        let which = if freed { &mut memory.freed } else { &mut memory.allocated };
        which.get_or_insert(id);
    }
    // What was freed is what the reader must know of; of the others, the last ones.
    let mut memories: Vec<Memory> = memories.into_values().rev().collect();
    memories.sort_by_key(|memory| memory.freed.is_none());
    memories.truncate(MEMORIES);
    (locations, memories)
}

/// What was allocated and freed in the steps that matter: the object, whether it was freed, and where.
fn memory_events(evidence: &Evidence) -> Vec<(ObjectId, bool, &Where)> {
    let mut events = vec![];
    for number in words::steps_that_matter(evidence) {
        let step = &evidence.steps[number];
        for event in step.events.iter().filter(|_| step.at.position.is_some()) {
            match event {
                Event::Allocate { object } => events.push((*object, false, &step.at)),
                Event::Free { object } => events.push((*object, true, &step.at)),
                Event::Enter { .. }
                | Event::Return { .. }
                | Event::Decide { .. }
                | Event::Round { .. }
                | Event::Input { .. }
                | Event::Fail => {}
            }
        }
    }
    events
}
