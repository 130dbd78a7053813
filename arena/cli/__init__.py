"""The top layer: `athanor` on the command line. It may use everything below it, the sandbox too."""
