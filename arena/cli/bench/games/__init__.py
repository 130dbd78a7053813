"""What the benchmark of the engines measures of one game alone: a module of its name, with `measure(effort)`."""
