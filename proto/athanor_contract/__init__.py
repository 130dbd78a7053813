"""What crosses the borders of processes and is no message: each thing described once, below everything of ours.

bundle      a bot's bundle: how it is read, its canonical zip, its names and limits, bot.toml
runtimes    the languages a bundle may be written in: one table, read from a folder of data a language
limits      what a sandbox may use, and what a bot's server may send
frames      the frames between a referee and the guard of a bot
"""
