"""The top layer: `athanor` on the command line. It may use everything below it, the sandbox too.

A command is a line in `commands` and a module of its own with

    configure(parser)        its arguments, description and an example
    run(arguments) -> int    the exit code; raises `Trouble` to end with one line that says what to do

Where several commands share a module the line names an object in it ("module:object") that has both.
"""
