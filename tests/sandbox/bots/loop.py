"""A stdio bot: reads a line, prints a line."""

import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if "welcome" in said:
        print(json.dumps({"ready": {}}))
    elif "ask" in said:
        print(
            json.dumps(
                {"answer": {"number": said["ask"]["number"], "action": said["ask"]["legal"]["actions"][-1]}}
            )
        )
