//! Groups of mechanisms that constraints connect.

use std::ops::Range;

use crate::constraints::Rows;
use crate::model::Model;

/// The groups, each with its mechanisms, degrees of freedom and blocks of rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Islands {
    /// For each mechanism the representative of its group.
    of_tree: Vec<usize>,
    trees: Vec<usize>,
    dofs: Vec<usize>,
    blocks: Vec<usize>,
    /// Group and index of each block.
    keys: Vec<(usize, usize)>,
    ranges: Vec<[Range<usize>; 3]>,
    /// Index of each degree of freedom within its group.
    pub local: Vec<usize>,
    /// The same for each entry of the support of the rows.
    pub support: Vec<u32>,
    /// Degrees of freedom of the blocks of which the groups are, and their ranges in that list.
    known: (Vec<u32>, Vec<Range<usize>>),
}

impl Islands {
    /// Finds the groups of all blocks of a model. Returns whether they are the same as before: the solutions of a step, and most steps,
    /// have the same ones.
    pub fn find(&mut self, model: &Model, rows: &Rows) -> bool {
        let (support, ranges) = &mut self.known;
        let now = rows.blocks.iter().map(|block| &block.support);
        if self.of_tree.len() == model.trees.len()
            && *support == rows.support
            && now.clone().eq(ranges.iter())
        {
            return true;
        }
        support.clone_from(&rows.support);
        ranges.clear();
        ranges.extend(now.cloned());
        let tree_of = |dof: u32| model.bodies[model.dofs[dof as usize].body].tree;
        self.of_tree.clear();
        self.of_tree.extend(0..model.trees.len());
        for block in &rows.blocks {
            let support = &rows.support[block.support.clone()];
            let Some(first) = support.first() else { continue };
            for dof in support {
                let (a, b) = (self.root(tree_of(*first)), self.root(tree_of(*dof)));
                self.of_tree[a.max(b)] = a.min(b);
            }
        }
        // Representatives have the lowest index of their group, so one pass in ascending order names all.
        for tree in 0..self.of_tree.len() {
            self.of_tree[tree] = self.of_tree[self.of_tree[tree]];
        }
        for list in [&mut self.trees, &mut self.dofs, &mut self.blocks] {
            list.clear();
        }
        self.ranges.clear();
        self.local.resize(model.dofs(), 0);
        // Blocks by group; the order within a group is that of the rows.
        self.keys.clear();
        for (index, block) in rows.blocks.iter().enumerate() {
            if let Some(dof) = rows.support[block.support.clone()].first() {
                self.keys.push((self.of_tree[tree_of(*dof)], index));
            }
        }
        self.keys.sort_unstable();
        self.blocks.extend(self.keys.iter().map(|(_, block)| *block));
        let mut at = 0;
        while let Some((root, _)) = self.keys.get(at) {
            let end = at + self.keys[at..].iter().take_while(|(other, _)| other == root).count();
            let (trees, dofs) = (self.trees.len(), self.dofs.len());
            for (tree, values) in model.trees.iter().enumerate().skip(*root) {
                if self.of_tree[tree] != *root {
                    continue;
                }
                self.trees.push(tree);
                for dof in values.dofs.clone() {
                    self.local[dof] = self.dofs.len() - dofs;
                    self.dofs.push(dof);
                }
            }
            self.ranges.push([trees..self.trees.len(), dofs..self.dofs.len(), at..end]);
            at = end;
        }
        self.support.clear();
        self.support.extend(rows.support.iter().map(|dof| self.local[*dof as usize] as u32));
        false
    }

    fn root(&self, mut tree: usize) -> usize {
        while self.of_tree[tree] != tree {
            tree = self.of_tree[tree];
        }
        tree
    }

    /// Number of groups.
    pub fn count(&self) -> usize {
        self.ranges.len()
    }

    /// The mechanisms of a group.
    pub fn trees(&self, island: usize) -> &[usize] {
        &self.trees[self.ranges[island][0].clone()]
    }

    /// The degrees of freedom of a group, ascending.
    pub fn dofs(&self, island: usize) -> &[usize] {
        &self.dofs[self.ranges[island][1].clone()]
    }

    /// The blocks of a group.
    pub fn blocks(&self, island: usize) -> &[usize] {
        &self.blocks[self.ranges[island][2].clone()]
    }
}
