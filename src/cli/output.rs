//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// A place for one result.
pub enum Output {
    /// Standard output.
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// A device or pipe, written straight.
    Direct(BufWriter<fs::File>, PathBuf),
    /// A file: written beside its final name, then renamed.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// Standard output, or the file of `-o`, which stays untouched until [`finish`](Self::finish).
    pub fn create(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|p| *p != Path::new("-")) else {
            return Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout().lock())));
        };
        // A link is followed, so that the rename replaces what it points to.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            bail!("{}: is a directory; give the name of a file", path.display());
        }
        if fs::metadata(&path).is_ok_and(|m| !m.is_file()) {
            let file = fs::OpenOptions::new().write(true).open(&path).with_context(|| cannot_write(&path))?;
            return Ok(Output::Direct(BufWriter::new(file), path));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = temporary_in(folder).with_context(|| cannot_write(&path))?;
        Ok(Output::File(BufWriter::with_capacity(1 << 20, file), path))
    }

    /// The plain file behind it, to be written at any place; what goes through [`Write`] goes elsewhere then.
    pub fn as_seekable_file(&mut self) -> Option<&fs::File> {
        match self {
            Output::File(out, _) => Some(out.get_ref().as_file()),
            _ => None,
        }
    }

    /// Flushes and, for a file, gives it its name.
    pub fn finish(self) -> Result<()> {
        match self {
            Output::Stdout(mut out) => out.flush().context("standard output"),
            Output::Direct(mut out, path) => out.flush().with_context(|| cannot_write(&path)),
            Output::File(out, path) => {
                let file = out
                    .into_inner()
                    .map_err(io::IntoInnerError::into_error)
                    .with_context(|| cannot_write(&path))?;
                file.persist(&path).map_err(|e| e.error).with_context(|| cannot_write(&path))?;
                Ok(())
            }
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// A temporary file that will have the permissions of any new file.
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lightsout-").suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::Direct(out, _) => out.write(bytes),
            Output::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::Direct(out, _) => out.flush(),
            Output::File(out, _) => out.flush(),
        }
    }
}

/// How a place for results is called in errors.
pub fn shown(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
}

/// Writes one whole result to `-o` or standard output.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes).with_context(|| format!("{}: cannot be written", shown(path)))?;
    output.finish()
}
