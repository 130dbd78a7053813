"""The benchmarks of `athanor bench`: each a module with `measure()`, listed in `registry`, run by `command`."""
