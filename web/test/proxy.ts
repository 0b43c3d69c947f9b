// Programs between a browser and the server: a proxy with faults, a filter, or one that sends another version of the
// page.

import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { extname, join } from 'node:path';

export interface Proxy {
  url: string;
  /** The fate of a WebSocket. `plain`: it becomes an ordinary request, as with a proxy without `Upgrade`. A number: a
   * filter answers with this status. `reset`: the connection is closed. `silent`: there is no answer. `mute`: the
   * WebSocket opens, but no message gets through. */
  sockets: 'through' | 'plain' | 'reset' | 'silent' | 'mute' | number;
  /** True if the browser receives the cookies that the server sets. */
  cookies: boolean;
  /** The folder from which the files of the page come. Files from this folder never come from a cache. `null`: the
   * files come from the server. */
  folder: string | null;
  /** All requests that change data, in the form `POST /path`. */
  changes: string[];
  close(): Promise<void>;
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export async function proxy(to: string): Promise<Proxy> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  const hold = (end: Socket) => {
    ends.add(end);
    end.on('close', () => ends.delete(end));
    end.on('error', () => {
      /* the other side is gone */
    });
  };
  const page = (folder: string, path: string, answer: ServerResponse) => {
    const name = extname(path) ? path : '/index.html';
    if (!existsSync(join(folder, name))) return void answer.writeHead(404).end();
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(readFileSync(join(folder, name)));
  };
  /** Forwards a request to the server. The request of a WebSocket becomes an ordinary one. */
  const ask = (asked: IncomingMessage, answered: (answer: IncomingMessage) => void, failed: () => void) => {
    const { upgrade: _, connection: __, ...headers } = asked.headers;
    const forward = request(
      {
        hostname,
        port,
        path: asked.url,
        method: asked.method,
        headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
      },
      (answer) => {
        if (!made.cookies) delete answer.headers['set-cookie'];
        answered(answer);
      },
    );
    forward.on('error', failed);
    asked.pipe(forward);
  };
  const server = createServer((asked, answer) => {
    if (asked.method !== 'GET') made.changes.push(`${asked.method} ${asked.url}`);
    const path = new URL(asked.url!, to).pathname;
    if (made.folder && !path.startsWith('/api/')) return page(made.folder, path, answer);
    ask(
      asked,
      (found) => {
        answer.writeHead(found.statusCode!, found.headers);
        found.pipe(answer);
      },
      () => answer.writeHead(502).end('Bad gateway'),
    );
  });
  server.on('connection', hold);
  server.on('upgrade', (asked: IncomingMessage, near: Socket) => {
    const how = made.sockets;
    if (how === 'silent') return;
    if (how === 'reset') return near.resetAndDestroy();
    if (how === 'plain')
      return ask(
        asked,
        (found) => {
          near.write(`HTTP/1.1 ${found.statusCode} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
          near.end();
        },
        () => near.destroy(),
      );
    if (typeof how === 'number') {
      near.end(`HTTP/1.1 ${how} Blocked\r\ncontent-length: 7\r\nconnection: close\r\n\r\nBlocked`);
      return;
    }
    const far = connect(Number(port), hostname);
    hold(far);
    const headers = asked.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : [`${name}: ${all[i + 1]}`]));
    far.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\nx-forwarded-for: 203.0.113.7\r\n\r\n`);
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      const end = bytes.indexOf('\r\n\r\n') + 4;
      near.write(
        how === 'mute' ? (bytes.toString('latin1').startsWith('HTTP/1.1 101') ? bytes.subarray(0, end) : '') : bytes,
      );
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => other.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, hostname, ready));
  const made: Proxy = {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    sockets: 'through',
    cookies: true,
    folder: null,
    changes: [],
    close() {
      for (const end of ends) end.destroy();
      return new Promise((closed) => {
        server.close(() => closed());
      });
    },
  };
  return made;
}
