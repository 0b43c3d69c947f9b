"""Stands between cardroom and an engine and writes down what both say: tee.py FILE COMMAND..."""
import json, subprocess, sys

log = open(sys.argv[1], "a", encoding="utf-8")
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
for line in sys.stdin:
    log.write("> " + line)
    engine.stdin.write(line)
    engine.stdin.flush()
    if json.loads(line)["t"] in ("hello", "ask", "ping"):
        answer = engine.stdout.readline()
        log.write("< " + answer)
        sys.stdout.write(answer)
        sys.stdout.flush()
    log.flush()
engine.stdin.close()
engine.wait()
