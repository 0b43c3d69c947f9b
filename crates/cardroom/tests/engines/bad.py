"""An engine with one fault, which its first argument names. Otherwise it plays the first legal action."""
import json, os, sys, time

fault, asked = sys.argv[1], 0


def say(**message):
    print(json.dumps(message), flush=True)


if fault == "mute":
    sys.exit(3)
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        say(t="ready", name=fault)
    elif message["t"] == "ping":
        say(t="pong")
    elif message["t"] == "ask":
        asked += 1
        action = message["legal"][0]
        if fault == "illegal":
            action = ["play 2x", "not now", "kael", "", "play 2c\n"][asked % 5]
        elif fault == "others":
            message["id"] += 1000
        elif fault == "garbage":
            print("thinking...\n{\n[]\nnull\n\x07\u00e4\n{\"t\":\"ready\"}", flush=True)
            os.write(1, b"\xff\xfe\n")
        elif fault == "huge":
            for _ in range(64):
                os.write(1, b"x" * 65536)
            os.write(1, b"\n")
        elif fault == "late" and asked % 5 == 2:
            time.sleep(0.4)
        elif fault == "hangs" and asked > 2:
            time.sleep(3600)
        elif fault == "dies" and asked > 2:
            sys.exit(7)
        elif fault == "closes":
            os.close(1)
            time.sleep(3600)
        say(t="act", id=message["id"], action=action)
    elif message["t"] == "quit" and fault == "stays":
        time.sleep(3600)
    elif message["t"] == "quit":
        break
