//! Files in the making: each stands beside its final name until it is whole, and is gone when the run ends early.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use tempfile::NamedTempFile;

/// The files that are there now.
static MAKING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn making() -> MutexGuard<'static, Vec<PathBuf>> {
    MAKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file in the making. Dropped, it is removed.
pub struct Temporary {
    file: NamedTempFile,
    _listed: Listed,
}

impl Temporary {
    /// A new file in a folder, with the permissions of any new file.
    pub fn create_in(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".lightsout-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // `exit` takes the lock for good: no file comes to be that it does not know of.
        let mut making = making();
        let file = builder.tempfile_in(folder)?;
        making.push(file.path().to_owned());
        let listed = Listed(file.path().to_owned());
        Ok(Self { file, _listed: listed })
    }

    /// The file itself.
    pub fn as_file(&self) -> &fs::File {
        self.file.as_file()
    }

    /// Gives the file its name, in place of whatever had it.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        self.file.persist(path).map(drop).map_err(|e| e.error)
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A place in the list, for as long as the file is there.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        making().retain(|path| *path != self.0);
    }
}

/// Removes what is in the making and ends the process. May be called from any thread.
pub fn exit(status: i32) -> ! {
    // Held for a moment by whoever makes a file. Out of memory in that moment, it is held by this very thread, and
    // waiting for ever would be no end.
    let making = (0..100).find_map(|_| match MAKING.try_lock() {
        Ok(making) => Some(making),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            std::thread::sleep(Duration::from_millis(1));
            None
        }
    });
    for path in making.iter().flat_map(|making| making.iter()) {
        let _ = fs::remove_file(path);
    }
    std::process::exit(status)
}
