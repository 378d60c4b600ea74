//! The inputs kept for the fuzz targets, run without a fuzzer: seeds, and every input that once found a fault.

mod fuzzed;
#[path = "common/oracle.rs"]
mod oracle;

use std::path::Path;

#[test]
fn inputs_that_are_kept_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz");
    for (name, check) in fuzzed::SUBJECTS {
        let folder = root.join(name);
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "no input for {name}");
        for file in files {
            let data = std::fs::read(&file).expect("a readable file");
            println!("{}", file.display());
            check(&data);
        }
    }
}
