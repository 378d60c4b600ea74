//! Where boards come from: files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::memory;

/// One input, open for reading.
pub struct Source {
    /// The name that errors use: the file's, or `<stdin>`.
    pub name: String,
    /// The bytes.
    pub reader: Box<dyn Read>,
    /// The size when it is a plain file.
    pub size: Option<u64>,
}

/// Opens a file, or standard input for `-` and for no file at all.
pub fn open(path: Option<&Path>) -> Result<Source> {
    let Some(path) = path.filter(|p| *p != Path::new("-")) else {
        return Ok(Source { name: shown(None), reader: Box::new(io::stdin().lock()), size: None });
    };
    let file = open_file(path)?;
    let size = file.metadata().ok().filter(|m| m.is_file()).map(|m| m.len());
    Ok(Source { name: shown(Some(path)), reader: Box::new(file), size })
}

/// Opens a file that is there and no directory.
pub fn open_file(path: &Path) -> Result<File> {
    let name = path.display();
    let file = File::open(path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => {
            anyhow!("{name}: no such file; give one that is there, or - for standard input")
        }
        _ => anyhow!("{name}: cannot be opened, {e}; give a file that may be read"),
    })?;
    if file.metadata().is_ok_and(|m| m.is_dir()) {
        bail!("{name}: is a directory; give a file");
    }
    Ok(file)
}

/// An input read whole.
pub struct Contents {
    /// The name that errors use.
    pub name: String,
    /// All bytes.
    pub bytes: Vec<u8>,
}

/// Reads an input whole; a file that cannot fit in memory is refused before it is read.
pub fn read(path: Option<&Path>) -> Result<Contents> {
    let Source { name, mut reader, size } = open(path)?;
    if let Some(size) = size {
        memory::check(u128::from(size)).with_context(|| name.clone())?;
    }
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|e| anyhow!("{name}: cannot be read, {e}; check the file"))?;
    Ok(Contents { name, bytes })
}

/// The files of a command line as inputs: none means standard input.
pub fn or_stdin(files: &[PathBuf]) -> Vec<Option<&Path>> {
    if files.is_empty() { vec![None] } else { files.iter().map(|f| Some(f.as_path())).collect() }
}

/// How an input is called in errors.
pub fn shown(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.display().to_string(),
        _ => "<stdin>".to_owned(),
    }
}
