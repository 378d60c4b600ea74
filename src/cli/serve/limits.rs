//! What nobody may exceed.

use std::time::Duration;

/// Rows and columns of a board.
pub const SIDE: usize = 64;
/// The D of `diamond:D` and `ring:D`: past it nothing on the largest board is out of reach.
pub const DISTANCE: i64 = 128;
/// The offsets of one rule: all there are on the largest board.
pub const OFFSETS: usize = 4096;
/// Bytes of a body: more than the largest board takes in any format, or a screenshot of one.
pub const BODY: usize = 1 << 20;
/// Bytes of the head of a request.
pub const HEAD: usize = 16 << 10;
/// Links of a game: offsets of its rule times cells. What they cost is not interrupted.
pub const LINKS: usize = 1 << 23;
/// Independent quiet patterns past which neither they are listed nor the fewest presses searched for: bringing them into
/// order is not interrupted either, and no search would end.
pub const NULLITY: usize = 512;
/// Pixels on a side of a picture.
pub const PIXELS: u32 = 4096;
/// The optima of one answer.
pub const SOLUTIONS: u32 = 100;
/// Bytes that all searches together may keep.
pub const SEARCH_MEMORY: u64 = 512 << 20;
/// Searches at once.
pub const WORKERS: usize = 4;
/// How long a request waits for its turn before it is sent away.
pub const TURN: Duration = Duration::from_secs(20);
/// Connections at once; more wait to be let in.
pub const CONNECTIONS: usize = 256;
/// How long the head of a request may take, from the moment the server is ready for it.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long the body may take.
pub const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take nothing of an answer.
pub const STALL: Duration = Duration::from_secs(10);
/// How long a connection may live besides the longest search.
pub const CONNECTION: Duration = Duration::from_secs(300);
/// The time of a search when the request names none, in seconds.
pub const SEARCH_SECONDS: f64 = 10.0;
/// Between two lines of progress.
pub const PROGRESS_EVERY: Duration = Duration::from_millis(100);
