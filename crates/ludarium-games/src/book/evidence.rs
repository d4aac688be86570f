//! The page that counts the evidence by region and century.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::evidence::{all, century, century_name, Find, Region};

pub(super) fn page() -> String {
    let finds = all();
    let games: BTreeSet<&str> = finds.iter().map(|find| find.entry.slug).collect();
    let mut text = format!(
        "# The evidence\n\nThe library holds {} pieces of evidence for {} games: observed play, boards and dice that were \
         found, and rules that were written down. `ludarium evidence` lists, filters and exports them \
         ([The library](library.md)). A piece counts in the century in which its dates begin; \"no date\" \
         means that it is undated.\n\n",
        finds.len(),
        games.len()
    );
    let column = |find: &Find| find.years.map(|years| century(years.first));
    let mut columns: Vec<Option<i32>> = finds.iter().map(column).collect();
    // Undated evidence comes last.
    columns.sort_by_key(|century| (century.is_none(), *century));
    columns.dedup();
    let mut counts: BTreeMap<(Region, Option<i32>), usize> = BTreeMap::new();
    for find in finds {
        *counts.entry((find.region, column(find))).or_default() += 1;
    }
    let names = columns.iter().map(|century| match century {
        Some(century) => short(*century),
        None => "no date".to_owned(),
    });
    let names: Vec<String> = names.collect();
    let _ = writeln!(text, "| | {} | all |", names.join(" | "));
    let _ = writeln!(text, "|---|{}---:|", "---:|".repeat(columns.len()));
    let shown = |count: usize| {
        if count == 0 {
            String::new()
        } else {
            count.to_string()
        }
    };
    for region in Region::ALL {
        let of = |century: &Option<i32>| counts.get(&(region, *century)).copied().unwrap_or(0);
        let row: Vec<usize> = columns.iter().map(of).collect();
        let all: usize = row.iter().sum();
        if all > 0 {
            let row: Vec<String> = row.into_iter().map(shown).collect();
            let _ = writeln!(text, "| {} | {} | {all} |", region.name(), row.join(" | "));
        }
    }
    let of = |century: &Option<i32>| {
        let regions = Region::ALL.iter();
        regions
            .filter_map(|region| counts.get(&(*region, *century)))
            .sum::<usize>()
    };
    let row: Vec<String> = columns.iter().map(of).map(shown).collect();
    let _ = writeln!(text, "| **all** | {} | {} |", row.join(" | "), finds.len());
    kinds(&mut text);
    text
}

fn kinds(text: &mut String) {
    use crate::about::EvidenceKind;
    text.push_str("\n| kind of evidence | pieces |\n|---|---:|\n");
    for kind in EvidenceKind::ALL {
        let count = all()
            .iter()
            .filter(|find| find.evidence.kind == kind)
            .count();
        let _ = writeln!(text, "| {} | {count} |", kind.name());
    }
}

/// The heading of a column.
fn short(century: i32) -> String {
    century_name(century).replace(" century", "")
}
