//! What happens when memory runs out in the middle of something: one line and an exit status, where Rust's own way is to
//! abort.
//!
//! What a command will need is checked before it is begun (`memory.rs`); this is the net below, for limits that come
//! between the check and the use, and for the many small things that nobody adds up.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::temporary;

#[global_allocator]
static ALLOCATOR: Ending = Ending;

/// Whether the process ends when memory runs out.
static ENDS: AtomicBool = AtomicBool::new(true);

/// The system's allocator, which ends the process where it has nothing to give.
struct Ending;

/// From here on a failed allocation goes to whoever asked, as usual: a server refuses one question and lives on.
#[cfg(feature = "serve")]
pub fn is_told_to_the_asker() {
    ENDS.store(false, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came; what that gives is given on.
unsafe impl GlobalAlloc for Ending {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        had(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        had(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`, and every block comes from the system's allocator.
        had(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and every block comes from the system's allocator.
        unsafe { System.dealloc(block, layout) }
    }
}

fn had(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() && ENDS.load(Ordering::Relaxed) {
        end(size);
    }
    block
}

/// Says so and ends the process; returns only when this very thread is ending it already.
#[cold]
fn end(size: usize) {
    thread_local!(static HERE: Cell<bool> = const { Cell::new(false) });
    static ENDING: AtomicBool = AtomicBool::new(false);
    if HERE.replace(true) {
        return;
    }
    while ENDING.swap(true, Ordering::SeqCst) {
        // Another thread is ending the process.
        std::thread::sleep(Duration::from_secs(1));
    }
    let mut line = [0; 128];
    let mut rest = line.as_mut_slice();
    let _ = writeln!(
        rest,
        "error: memory ran out, {size} bytes more are not there; give a smaller board, or raise the limit"
    );
    let left = rest.len();
    let _ = stderr().write_all(&line[..line.len() - left]);
    temporary::exit(2);
}
