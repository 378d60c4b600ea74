//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::temporary::Temporary;

/// A place for one result. Its errors name it, and say what would be right.
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// A device or pipe, written straight; and what it was called.
    Direct(BufWriter<fs::File>, PathBuf),
    /// A file: written beside its final name, then renamed. What it was called, and the name that it gets.
    File(BufWriter<Temporary>, PathBuf, PathBuf),
}

impl Output {
    /// Standard output, or the file of `-o`, which stays untouched until [`finish`](Self::finish).
    pub fn create(path: Option<&Path>) -> Result<Self> {
        let Some(called) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock())));
        };
        // A link is followed, so that the rename replaces what it points to.
        let path = fs::canonicalize(called).unwrap_or_else(|_| called.to_owned());
        let cannot = |e: io::Error| cannot_write(Some(called), &e);
        if path.is_dir() {
            bail!("{}: is a directory; give the name of a file", called.display());
        }
        if fs::metadata(&path).is_ok_and(|m| !m.is_file()) {
            let file = fs::OpenOptions::new().write(true).open(&path).map_err(cannot)?;
            return Ok(Output::Direct(BufWriter::new(file), called.to_owned()));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = Temporary::create_in(folder).map_err(cannot)?;
        Ok(Output::File(BufWriter::with_capacity(1 << 20, file), called.to_owned(), path))
    }

    /// The plain file behind it, to be written at any place; what goes through [`Write`] goes elsewhere then.
    pub fn as_seekable_file(&mut self) -> Option<&fs::File> {
        match self {
            Output::File(out, ..) => Some(out.get_ref().as_file()),
            _ => None,
        }
    }

    /// Flushes and, for a file, gives it its name.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        if let Output::File(out, called, path) = self {
            let named =
                out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.persist(&path));
            named.map_err(|e| cannot_write(Some(&called), &e))?;
        }
        Ok(())
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout(_) => None,
            Output::Direct(_, called) | Output::File(_, called, _) => Some(called),
        }
    }
}

/// The system's error about a place for results, with the name of the place and with what would be right.
pub fn cannot_write(path: Option<&Path>, error: &io::Error) -> io::Error {
    let right = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "give a place in a folder that is there",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "give a place that may be written to",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "make room, or give a place that has it"
        }
        _ => "give another place",
    };
    let words = error.to_string();
    // Of a temporary file that was not to be made, the name is told as well.
    let words = words.split(" at path ").next().unwrap_or_default();
    io::Error::new(error.kind(), format!("{}: cannot be written, {words}; {right}", shown(path)))
}

impl Write for Output {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Direct(out, _) => out.write(bytes),
            Output::File(out, ..) => out.write(bytes),
        };
        written.map_err(|e| cannot_write(self.path(), &e))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Output::Stdout(out) => out.flush(),
            Output::Direct(out, _) => out.flush(),
            Output::File(out, ..) => out.flush(),
        };
        flushed.map_err(|e| cannot_write(self.path(), &e))
    }
}

/// How a place for results is called in errors.
pub fn shown(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
}

/// Writes one whole result to `-o` or standard output.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output.finish()
}
