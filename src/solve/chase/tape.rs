//! The record of a chase: everything that does not depend on the board.

use super::outline::Outline;
use super::system::{NONE, System};
use super::window::Window;
use crate::gf2::xor_into;

/// Something that happened to a parameter, in order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// The button became a parameter and took the slot.
    Created { button: u32, slot: u32 },
    /// Constraint number `constraint` expressed the parameter in the slot by the others.
    Eliminated { slot: u32, constraint: u32 },
    /// No function has the parameter in the slot any more: it is free. The `free`-th of these.
    Retired { slot: u32, free: u32 },
}

/// An equation that fixes no button.
#[derive(Debug, Clone)]
pub(super) struct Constraint {
    pub(super) equation: u32,
    /// It reads: the parameter in the slot eliminated = these parameters (as bits of slots) + a constant
    /// of the board. `None` when no parameter is left in it: the constant has to vanish.
    pub(super) function: Option<Box<[u64]>>,
    /// The rows of the window in which the parameter was replaced.
    pub(super) rows: Box<[u64]>,
}

/// The chase of a system, as recorded.
#[derive(Debug)]
pub(super) struct Tape {
    /// For each equation the button it fixes, [`NONE`] when it is a constraint.
    pub(super) fixed: Vec<u32>,
    /// For each button the row of the window that keeps its function until its last use; [`NONE`] when no
    /// later equation needs it.
    pub(super) row: Vec<u32>,
    pub(super) events: Vec<Event>,
    /// Ascending by equation.
    pub(super) constraints: Vec<Constraint>,
    /// The number of free parameters.
    pub(super) free: usize,
    /// Rows and slots of the window.
    pub(super) rows: usize,
    pub(super) slots: usize,
}

impl Tape {
    /// Chases: takes the equations in order. An equation with buttons that no equation had before makes
    /// parameters of all but the last of these and fixes that last one; an equation without is a constraint
    /// and eliminates the youngest parameter in it.
    pub(super) fn record(system: &System, outline: &Outline) -> Self {
        let mut recorder = Recorder::new(system, outline);
        for l in 0..system.lights.len() {
            recorder.equation(l);
        }
        recorder.finish()
    }
}

struct Recorder<'a> {
    system: &'a System,
    tape: Tape,
    window: Window,
    assigned: Vec<bool>,
    /// For each slot when its parameter was created; `None` while nobody has it.
    born: Vec<Option<usize>>,
    /// The function of the equation at hand.
    sum: Vec<u64>,
}

impl<'a> Recorder<'a> {
    fn new(system: &'a System, outline: &Outline) -> Self {
        let tape = Tape {
            fixed: vec![NONE; system.lights.len()],
            row: vec![NONE; system.buttons.len()],
            events: Vec::new(),
            constraints: Vec::new(),
            free: 0,
            rows: 0,
            slots: 0,
        };
        let window = Window::with_room(outline.rows, outline.slots);
        Self { system, tape, window, assigned: vec![false; system.buttons.len()], born: vec![], sum: vec![] }
    }

    fn equation(&mut self, l: usize) {
        let equation = self.system.equation(l);
        let fresh: Vec<u32> = equation.iter().copied().filter(|b| !self.assigned[*b as usize]).collect();
        let last = fresh.last().copied();
        let parameters = &fresh[..fresh.len().saturating_sub(1)];
        self.make_room(parameters.len());
        let created: Vec<(u32, u32)> = parameters.iter().map(|&b| (b, self.create(b))).collect();
        fresh.iter().for_each(|b| self.assigned[*b as usize] = true);
        self.sum.clear();
        self.sum.resize(self.window.stride(), 0);
        for &b in equation.iter().filter(|b| Some(**b) != last) {
            if self.tape.row[b as usize] != NONE {
                xor_into(&mut self.sum, self.window.row(self.tape.row[b as usize]));
            }
        }
        for (b, slot) in created {
            flip(&mut self.sum, slot);
            if self.is_needed_after(b, l) {
                let row = self.window.take_row();
                flip(self.window.row_mut(row), slot);
                self.tape.row[b as usize] = row;
            }
        }
        for &b in equation {
            let row = self.tape.row[b as usize];
            if row != NONE && !self.is_needed_after(b, l) {
                self.window.give_row(row);
            }
        }
        match last {
            Some(b) => {
                self.tape.fixed[l] = b;
                if self.is_needed_after(b, l) {
                    let row = self.window.take_row();
                    self.window.row_mut(row).copy_from_slice(&self.sum);
                    self.tape.row[b as usize] = row;
                }
            }
            None => self.constrain(l),
        }
    }

    fn is_needed_after(&self, button: u32, l: usize) -> bool {
        self.system.last_use[button as usize] > l as u32
    }

    /// Makes room for so many parameters: retires those that no function has, and lengthens the rows
    /// unless that freed a good part.
    fn make_room(&mut self, parameters: usize) {
        if self.window.room() >= parameters {
            return;
        }
        let used = self.window.used_slots();
        let mut retired = 0;
        for slot in 0..self.window.slots() as u32 {
            let is_used = used[slot as usize / 64] >> (slot % 64) & 1 == 1;
            if !is_used && self.born[slot as usize].is_some() {
                self.retire(slot);
                self.window.give_slot(slot);
                retired += 1;
            }
        }
        while self.window.room() < parameters || retired * 4 < self.window.slots() {
            self.window.lengthen();
            retired = self.window.slots();
        }
    }

    /// Makes a parameter of a button.
    fn create(&mut self, button: u32) -> u32 {
        let slot = self.window.take_slot();
        if self.born.len() <= slot as usize {
            self.born.resize(slot as usize + 1, None);
        }
        self.born[slot as usize] = Some(self.tape.events.len());
        self.tape.events.push(Event::Created { button, slot });
        slot
    }

    fn retire(&mut self, slot: u32) {
        self.born[slot as usize] = None;
        self.tape.events.push(Event::Retired { slot, free: self.tape.free as u32 });
        self.tape.free += 1;
    }

    fn constrain(&mut self, l: usize) {
        let equation = l as u32;
        let Some(slot) = self.youngest() else {
            self.tape.constraints.push(Constraint { equation, function: None, rows: Box::default() });
            return;
        };
        let rows = self.window.substitute(slot, &self.sum);
        flip(&mut self.sum, slot);
        let constraint = self.tape.constraints.len() as u32;
        let function = Some(trimmed(&self.sum));
        self.tape.constraints.push(Constraint { equation, function, rows: trimmed(&rows) });
        self.tape.events.push(Event::Eliminated { slot, constraint });
        self.born[slot as usize] = None;
        self.window.give_slot(slot);
    }

    /// The slot of the youngest parameter of the function at hand: few rows have it.
    fn youngest(&self) -> Option<u32> {
        ones(&self.sum).max_by_key(|slot| self.born[*slot as usize])
    }

    fn finish(mut self) -> Tape {
        for slot in 0..self.window.slots() as u32 {
            if self.born[slot as usize].is_some() {
                self.retire(slot);
            }
        }
        self.tape.rows = self.window.rows();
        self.tape.slots = self.window.slots();
        self.tape
    }
}

fn flip(row: &mut [u64], bit: u32) {
    row[bit as usize / 64] ^= 1 << (bit % 64);
}

/// Without the zero words at the end.
fn trimmed(row: &[u64]) -> Box<[u64]> {
    let len = row.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
    row[..len].into()
}

/// The positions of the ones, ascending.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        std::iter::successors(Some(word).filter(|w| *w != 0), |w| Some(w & (w - 1)).filter(|w| *w != 0))
            .map(move |w| i as u32 * 64 + w.trailing_zeros())
    })
}
