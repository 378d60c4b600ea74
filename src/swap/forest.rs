//! The primal-dual method with a forest that outlives its augmentations.
//!
//! The cells that some excess can reach over tight steps (down by exactly 1, or back along flow) form a
//! forest whose roots are the cells with excess. Where it reaches a demand, flow is sent along the path. When
//! it can grow no more, all its potentials rise by 1, which keeps its own steps tight and makes steps at its
//! border tight.
//!
//! The Hungarian method grows the forest afresh after every augmentation, Hopcroft and Karp's and Dinic's
//! methods after every length of path; on a board nearly all time would go into the last few long paths.
//! Here a forest is mended: when a root has sent its excess, its tree is hung onto a neighbouring
//! tree, or else felled and its cells grafted one by one onto the trees beside it. (Grafting is from A. Azad, A. Buluç,
//! A. Pothen, "Computing maximum cardinality matchings in parallel on bipartite graphs via tree-grafting", IEEE
//! TPDS 28 (2017), there between the phases of a matching; mending search trees at once is from Y. Boykov,
//! V. Kolmogorov, "An experimental comparison of min-cut/max-flow algorithms", IEEE TPAMI 26 (2004). Keeping
//! the forest while potentials rise is ours.)

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

use super::lattice::Lattice;
use super::network::Network;

/// How a cell hangs in the forest: the direction of the step from its parent to it, or one of these.
const FREE: u8 = u8::MAX;
const ROOT: u8 = u8::MAX - 1;

/// The slack of a step is 0, 1 or 2.
const SLACKS: usize = 3;

struct Forest<'n, 'a, const K: usize> {
    network: &'n mut Network<'a, K>,
    link: Vec<u8>,
    /// By how much all potentials in the forest have risen. The stored potential of a cell in the forest is
    /// its potential less the rise, so that a rise costs nothing.
    rise: i32,
    /// Cells of the forest whose steps are to be looked at.
    fresh: VecDeque<u32>,
    /// Cells that have left the forest and may be grafted.
    felled: Vec<u32>,
    /// Cells of a path whose step from the parent an augmentation has made slack.
    cut_off: Vec<u32>,
    /// `alarms[r % SLACKS]`: cells of the forest to look at when the rise has become `r`.
    alarms: [Vec<u32>; SLACKS],
    /// For each cell the rise of its last alarm; earlier entries in `alarms` are void.
    alarm: Vec<i32>,
    /// Sum of the excesses.
    excess: i64,
}

/// Sends the excesses to the demands at least cost: afterwards each connected part has no excess left or
/// no demand left. Returns false when `stop` became true before; the network is in order even then.
///
/// Worst case: every augmentation fells a tree of all cells, O(cells · augmentations). In practice the trees
/// are many and small, and after a warm start each cell is visited some tens of times.
pub(super) fn route<const K: usize>(network: &mut Network<'_, K>, stop: &AtomicBool) -> bool {
    let cells = network.nodes.len();
    let mut forest = Forest {
        network,
        link: vec![FREE; cells],
        rise: 0,
        fresh: VecDeque::new(),
        felled: Vec::new(),
        cut_off: Vec::new(),
        alarms: Default::default(),
        alarm: vec![0; cells],
        excess: 0,
    };
    forest.plant();
    let finished = forest.run(stop);
    for (node, &link) in forest.network.nodes.iter_mut().zip(&forest.link) {
        if link != FREE {
            node.potential += forest.rise;
        }
    }
    finished
}

impl<const K: usize> Forest<'_, '_, K> {
    /// Makes each cell with excess the root of a tree.
    fn plant(&mut self) {
        for (cell, node) in self.network.nodes.iter().enumerate() {
            if node.excess > 0 {
                self.link[cell] = ROOT;
                self.fresh.push_back(cell as u32);
                self.excess += i64::from(node.excess);
            }
        }
    }

    fn run(&mut self, stop: &AtomicBool) -> bool {
        let mut looks = 0u32;
        while self.excess > 0 {
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(1 << 12) && stop.load(Ordering::Relaxed) {
                return false;
            }
            if let Some(cell) = self.felled.pop() {
                self.graft(cell as usize);
            } else if let Some(cell) = self.fresh.pop_front() {
                self.grow(cell as usize);
            } else if self.alarms.iter().all(Vec::is_empty) {
                break; // What excess is left has no demand within reach.
            } else {
                self.raise();
            }
        }
        true
    }

    /// The slack of a step that leaves the forest: by how much the rise must grow to make it tight.
    #[inline]
    fn slack(&self, inside: usize, direction: usize, outside: usize) -> i32 {
        if self.network.flow(inside, direction, outside) < 0 {
            return 0;
        }
        1 - (self.network.nodes[inside].potential + self.rise - self.network.nodes[outside].potential)
    }

    fn join(&mut self, cell: usize, link: u8) {
        self.link[cell] = link;
        self.network.nodes[cell].potential -= self.rise;
        self.fresh.push_back(cell as u32);
    }

    fn leave(&mut self, cell: usize) {
        self.link[cell] = FREE;
        self.network.nodes[cell].potential += self.rise;
        self.felled.push(cell as u32);
    }

    /// Sees to it that the cell is looked at again after the rise has grown by `slack`.
    #[inline]
    fn set_alarm(&mut self, cell: usize, slack: i32) {
        let at = self.rise + slack;
        if self.alarm[cell] <= self.rise || self.alarm[cell] > at {
            self.alarm[cell] = at;
            self.alarms[at as usize % SLACKS].push(cell as u32);
        }
    }

    /// Takes the cells that tight steps lead to from a cell of the forest into it.
    fn grow(&mut self, cell: usize) {
        if self.link[cell] == FREE {
            return;
        }
        let mut least = i32::MAX;
        let lattice = self.network.lattice;
        for (direction, next) in lattice.steps(cell) {
            if self.link[next] != FREE {
                continue;
            }
            match self.slack(cell, direction, next) {
                0 if self.network.nodes[next].excess < 0 => {
                    self.augment(cell, direction, next);
                    if self.link[cell] != FREE {
                        self.fresh.push_front(cell as u32);
                    }
                    return;
                }
                0 => self.join(next, direction as u8),
                slack => least = least.min(slack),
            }
        }
        if least != i32::MAX {
            self.set_alarm(cell, least);
        }
    }

    /// Hangs a cell outside of the forest onto any tree that a tight step leads from.
    fn graft(&mut self, cell: usize) {
        if self.link[cell] != FREE {
            return;
        }
        let lattice = self.network.lattice;
        for (back, parent) in lattice.steps(cell) {
            if self.link[parent] == FREE {
                continue;
            }
            let direction = Lattice::<K>::reverse(back);
            match self.slack(parent, direction, cell) {
                0 if self.network.nodes[cell].excess < 0 => {
                    self.augment(parent, direction, cell);
                    return;
                }
                0 => return self.join(cell, direction as u8),
                slack => self.set_alarm(parent, slack),
            }
        }
    }

    /// The parent of a cell that is no root, and the direction that leads from it to the cell.
    #[inline]
    fn parent(&self, cell: usize) -> (usize, usize) {
        let direction = usize::from(self.link[cell]);
        (self.network.lattice.next(cell, Lattice::<K>::reverse(direction)), direction)
    }

    /// Sends as much as the path from the root through `last` to `demand` takes, and mends the forest.
    fn augment(&mut self, last: usize, direction: usize, demand: usize) {
        let limit = |flow: i32, amount: i32| if flow < 0 { amount.min(-flow) } else { amount };
        let mut amount =
            limit(self.network.flow(last, direction, demand), -self.network.nodes[demand].excess);
        let mut root = last;
        while self.link[root] != ROOT {
            let (parent, direction) = self.parent(root);
            amount = limit(self.network.flow(parent, direction, root), amount);
            root = parent;
        }
        amount = amount.min(self.network.nodes[root].excess);

        self.network.send(last, direction, demand, amount);
        let mut cell = last;
        while cell != root {
            let (parent, direction) = self.parent(cell);
            self.network.send(parent, direction, cell, amount);
            if !self.is_tight(parent, direction, cell) {
                self.cut_off.push(cell as u32);
            }
            cell = parent;
        }
        self.network.nodes[root].excess -= amount;
        self.network.nodes[demand].excess += amount;
        self.excess -= i64::from(amount);
        while let Some(cell) = self.cut_off.pop() {
            self.fell(cell as usize);
        }
        if self.network.nodes[root].excess == 0 && !self.adopt(root) {
            self.fell(root);
        }
        self.felled.push(demand as u32);
    }

    /// Hangs a whole tree onto another one, if a tight step leads from there to its root.
    fn adopt(&mut self, root: usize) -> bool {
        let lattice = self.network.lattice;
        for (back, parent) in lattice.steps(root) {
            let direction = Lattice::<K>::reverse(back);
            if self.link[parent] == FREE
                || usize::from(self.link[parent]) == back
                || !self.is_tight(parent, direction, root)
            {
                continue;
            }
            let mut at = parent;
            while self.link[at] != ROOT {
                at = self.parent(at).0;
            }
            if at != root {
                self.link[root] = direction as u8;
                return true;
            }
        }
        false
    }

    /// Takes a cell and all that hangs on it out of the forest.
    fn fell(&mut self, cell: usize) {
        if self.link[cell] == FREE {
            return;
        }
        let lattice = self.network.lattice;
        let mut done = self.felled.len();
        self.leave(cell);
        while done < self.felled.len() {
            let cell = self.felled[done] as usize;
            done += 1;
            for (direction, child) in lattice.steps(cell) {
                if usize::from(self.link[child]) == direction {
                    self.leave(child);
                }
            }
        }
    }

    /// Whether a step between two cells of the forest is tight.
    #[inline]
    fn is_tight(&self, from: usize, direction: usize, to: usize) -> bool {
        self.network.nodes[from].potential - self.network.nodes[to].potential == 1
            || self.network.flow(from, direction, to) < 0
    }

    /// Raises the potentials of the forest by 1 and looks at the cells that waited for that.
    fn raise(&mut self) {
        self.rise += 1;
        let mut due = std::mem::take(&mut self.alarms[self.rise as usize % SLACKS]);
        for &cell in &due {
            if self.alarm[cell as usize] == self.rise {
                self.fresh.push_back(cell);
            }
        }
        due.clear();
        self.alarms[self.rise as usize % SLACKS] = due;
    }
}
