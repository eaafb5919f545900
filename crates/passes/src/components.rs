//! Strongly connected components, after Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972),
//! without recursion.

/// The components of a graph that is given by its lists of successors. Each component is sorted, and
/// comes after those it leads to.
pub(crate) fn strongly_connected(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    // Order of discovery, and the earliest node on the stack that is known to be reachable.
    let mut number = vec![UNSEEN; count];
    let mut low = vec![UNSEEN; count];
    let mut on_stack = vec![false; count];
    let mut open: Vec<u32> = Vec::new();
    let mut components = Vec::new();
    let mut next_number = 0;
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..count as u32 {
        if number[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((node, next)) = path.last_mut() {
            let at = *node as usize;
            if *next == 0 {
                number[at] = next_number;
                low[at] = next_number;
                next_number += 1;
                open.push(*node);
                on_stack[at] = true;
            }
            if let Some(&successor) = successors[at].get(*next) {
                *next += 1;
                let to = successor as usize;
                if number[to] == UNSEEN {
                    path.push((successor, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == number[at] {
                let start = open.iter().rposition(|&open| open as usize == at).unwrap_or(0);
                let mut component = open.split_off(start);
                component.iter().for_each(|&node| on_stack[node as usize] = false);
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::strongly_connected;

    #[test]
    fn components_come_after_those_they_lead_to() {
        let graph = [vec![1], vec![2, 3], vec![1], vec![4], vec![4], vec![0]];
        assert_eq!(strongly_connected(&graph), [vec![4], vec![3], vec![1, 2], vec![0], vec![5]]);
    }

    #[test]
    fn node_with_zero_successors_after_a_self_loop() {
        assert_eq!(strongly_connected(&[vec![0, 0], vec![]]), [vec![0], vec![1]]);
    }

    #[test]
    fn long_chains_need_no_recursion() {
        let graph: Vec<Vec<u32>> = (0..200_000).map(|i| vec![(i + 1) % 200_000]).collect();
        assert_eq!(strongly_connected(&graph).len(), 1);
    }
}
