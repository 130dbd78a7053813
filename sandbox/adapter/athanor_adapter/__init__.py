"""The stdio adapter: gRPC to the referee, one JSON line a message to a program's stdin and stdout.

`python3 -m athanor_adapter -- COMMAND...` starts the program and serves athanor.v1.Bot for it, inside the
sandbox. To the program go, one a line:

    {"welcome":{...}}  {"event":{...}}  {"ask":{...}}  {"refused":{...}}  {"over":{...}}

and it prints, one a line: `{"ready":{}}` once it was welcomed, `{"answer":{"number":n,"action":{...}}}` or
`{"answer":{"number":n,"index":i}}` when it was asked, and `{"note":{"text":"..."}}` when it likes. As an answer to
the current ask these are taken too: a bare index (`3`), a bare action (`{"play":{...}}`), an answer without its
number. What is none of this ends the stream, with a line in the bot's log that says why. Its stderr is the log.
"""
