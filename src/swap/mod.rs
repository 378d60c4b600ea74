//! The sibling puzzle: the fewest swaps of adjacent pieces that turn one board into another.
