//! Samples of a suite.

use std::collections::BTreeMap;

use super::Task;
use crate::hash::fnv;

/// Picks tasks, spread over the folders, in the order in which they came.
///
/// In each folder tasks are put in an order that depends on their names and the seed only; then one is taken
/// from each folder in turn, until there are enough. So the same seed always gives the same tasks, a larger
/// sample contains the smaller ones, small folders are not drowned by large ones, and tasks that are added to
/// one folder change little in the others.
pub fn sample(tasks: Vec<Task>, number: usize, seed: u64) -> Vec<Task> {
    let rank = |text: &str| fnv(format!("{seed}\n{text}").as_bytes());
    let mut folders: BTreeMap<&str, Vec<(u64, usize)>> = BTreeMap::new();
    for (index, task) in tasks.iter().enumerate() {
        let key = format!("{} {}", task.name, task.property.name());
        folders.entry(&task.folder).or_default().push((rank(&key), index));
    }
    let mut turns = vec![];
    for (folder, mut members) in folders {
        members.sort_unstable();
        let order = rank(folder);
        turns.extend(members.into_iter().enumerate().map(|(turn, (_, index))| (turn, order, index)));
    }
    turns.sort_unstable();
    let mut chosen: Vec<usize> = turns.into_iter().take(number).map(|(_, _, index)| index).collect();
    chosen.sort_unstable();
    let mut chosen = chosen.into_iter().peekable();
    let keep = |(index, task)| chosen.next_if_eq(&index).map(|_| task);
    tasks.into_iter().enumerate().filter_map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{DataModel, Expected};
    use super::*;
    use crate::property::Property;

    fn tasks(folders: &[(&str, usize)]) -> Vec<Task> {
        let task = |folder: &str, number| Task {
            name: format!("{folder}/{number}.yml"),
            folder: folder.to_string(),
            files: vec![],
            property: Property::UnreachCall,
            property_file: None,
            expected: Expected::True,
            data_model: DataModel::Ilp32,
        };
        folders
            .iter()
            .flat_map(|&(folder, count)| (0..count).map(move |number| task(folder, number)))
            .collect()
    }

    fn names(tasks: &[Task]) -> Vec<&str> {
        tasks.iter().map(|task| task.name.as_str()).collect()
    }

    #[test]
    fn every_folder_gets_its_share() {
        let chosen = sample(tasks(&[("large", 1000), ("small", 2), ("tiny", 1)]), 9, 0);
        let count = |folder: &str| chosen.iter().filter(|task| task.folder == folder).count();
        assert_eq!((count("large"), count("small"), count("tiny")), (6, 2, 1));
    }

    #[test]
    fn samples_repeat_and_grow() {
        let all = || tasks(&[("a", 50), ("b", 50)]);
        let (small, large) = (sample(all(), 10, 7), sample(all(), 20, 7));
        assert_eq!(names(&small), names(&sample(all(), 10, 7)));
        assert!(small.iter().all(|task| large.contains(task)));
        assert_ne!(names(&small), names(&sample(all(), 10, 8)));
        assert_eq!(sample(all(), 1000, 7), all(), "in order");
    }

    #[test]
    fn other_folders_do_not_matter_within_one() {
        let before = sample(tasks(&[("a", 50)]), 5, 1);
        let after = sample(tasks(&[("a", 50), ("b", 50)]), 10, 1);
        assert!(before.iter().all(|task| after.contains(task)));
    }
}
