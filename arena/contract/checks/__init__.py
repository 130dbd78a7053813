"""The tests of the contract. Each takes a `kit`, or a `case` of it: `arena.contract.plugin` hands them in."""
