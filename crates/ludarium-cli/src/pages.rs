//! Writes generated pages of the book.

use std::path::Path;

use ludarium_games::book::Page;

use crate::error::Error;

/// Writes pages below a folder, skipping pages that have not changed.
pub fn write(folder: &Path, pages: &[Page]) -> Result<(), Error> {
    let mut changed = 0;
    for page in pages {
        let path = folder.join(&page.path);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == page.text) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, &page.text))
            .map_err(Error::at(&path))?;
        changed += 1;
    }
    println!("{} pages, {changed} of them new or changed", pages.len());
    Ok(())
}
