"""A build that writes more than a bundle may hold."""

import os

for number in range(2 if os.path.exists("tame") else 5):
    with open(f"{number}.bin", "wb") as file:
        file.write(bytes(8 << 20))
