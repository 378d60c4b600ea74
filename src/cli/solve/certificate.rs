//! `solve --certificate`: where the certificate goes.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::cli::output::{self, Output};
use crate::cli::tell;
use lightsout::verify::certificate::Certificate;

/// A file that waits for its certificate; until then it is as it was.
pub(super) struct Place<'a> {
    path: &'a Path,
    out: Output,
}

impl<'a> Place<'a> {
    /// Opens it before the search, so that a place that cannot be written is told at once.
    pub(super) fn new(path: Option<&'a Path>, answer: Option<&Path>) -> Result<Option<Self>> {
        let Some(path) = path else { return Ok(None) };
        let standard = |path: &Path| path == Path::new("-");
        ensure!(
            !answer.map_or(standard(path), |answer| answer == path || standard(answer) && standard(path)),
            "--certificate {}: the answer goes there too; give another file to one of them",
            path.display()
        );
        Ok(Some(Self { path, out: Output::create(Some(path))? }))
    }

    /// Writes the certificate and gives the file its name; without one the file stays as it was.
    pub(super) fn write(mut self, certificate: Option<&Certificate>, quiet: bool) -> Result<()> {
        let Some(certificate) = certificate else {
            if !quiet {
                let shown = output::shown(Some(self.path));
                tell!("{shown}: not written; a certificate needs the fewest presses proved");
            }
            return Ok(());
        };
        let text = certificate.to_json();
        self.out.write_all(text.as_bytes())?;
        self.out.finish()
    }
}
