#!/usr/bin/env python3
"""An engine for cardroom that plays every game, but not well. docs/bots/engines.md explains what each line means.

    cardroom simulate kael --matches 10 --bot cmd:"python3 examples/bot.py" --bot club
    python3 examples/bot.py --url ws://localhost:7878/api/v1/tables/.../engine --token ...
"""
import base64, json, os, random, socket, ssl, struct, sys
from urllib.parse import urlsplit


def choose(ask, dice):
    """Returns one of ask["legal"]. Everything that the seat knows is in ask["view"]."""
    legal = ask["legal"]
    if "kael" in legal and ask["view"]["call_is_mistake"]:
        legal = [action for action in legal if action != "kael"]  # a mistaken call would cost 20 points
    eager = [action for action in legal if action.split()[0] in ("kael", "cut", "good", "stop")]
    return dice.choice(eager or legal)


def websocket(url, token):
    """Opens a WebSocket. Returns an iterator over its lines, and a function that sends a line (RFC 6455: small frames;
    ours are masked)."""
    to, safe = urlsplit(url), url.startswith("wss:")
    link = socket.create_connection((to.hostname, to.port or (443 if safe else 80)))
    link = ssl.create_default_context().wrap_socket(link, server_hostname=to.hostname) if safe else link
    key = base64.b64encode(os.urandom(16)).decode()
    link.sendall(f"GET {to.path} HTTP/1.1\r\nHost: {to.netloc}\r\nAuthorization: Bearer {token}\r\nUpgrade: websocket"
                 f"\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    hear = link.makefile("rb")
    if b" 101 " not in (status := hear.readline()):
        sys.exit(status.decode())
    while hear.readline().strip(): pass

    def send(text, kind=1):
        data, mask = text.encode(), os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        link.sendall(bytes([128 | kind]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def lines():
        while (head := hear.read(2)) and head[0] & 15 != 8:
            size = struct.unpack(">H", hear.read(2))[0] if head[1] == 126 else head[1]
            data = hear.read(struct.unpack(">Q", hear.read(8))[0] if size == 127 else size).decode()
            if head[0] & 15 == 9: send(data, 10)
            else: yield data

    return lines(), send


args = dict(zip(sys.argv[1::2], sys.argv[2::2]))
lines, say = websocket(args["--url"], args["--token"]) if args else (sys.stdin, lambda text: print(text, flush=True))
for message in map(json.loads, lines):
    if message["t"] == "hello":
        say(json.dumps({"t": "ready", "name": "bot.py"}))
    elif message["t"] == "new":
        dice = random.Random(message["seed"])
    elif message["t"] == "ask":
        say(json.dumps({"t": "act", "id": message["id"], "action": choose(message, dice)}))
    elif message["t"] == "ping":
        say(json.dumps({"t": "pong"}))
    elif message["t"] == "quit":
        break
