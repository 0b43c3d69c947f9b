// A path between a browser and the server that can fail as networks do: noticed by both ends, or unnoticed.

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wire {
  /** The address of the server over this path. The browser's cookie is valid here too, because cookies do not depend on
   * the port. */
  url: string;
  /** Closes all connections, so that both ends notice it, and accepts no new ones. */
  cut(): void;
  /** Stops all messages, so that neither end notices it, as when a laptop sleeps or changes its network. */
  silence(): void;
  /** Accepts new connections. Silent connections stay dead, as after a change of the network. */
  mend(): void;
  close(): Promise<void>;
}

export async function wire(to: string): Promise<Wire> {
  const { hostname, port } = new URL(to);
  let state: 'sound' | 'cut' | 'silent' = 'sound';
  const ends = new Set<Socket>();
  const deaf = new WeakSet<Socket>();
  const hold = (end: Socket) => {
    ends.add(end);
    end.on('close', () => ends.delete(end));
    end.on('error', () => {
      /* the other side is gone, which is what these tests cause */
    });
  };
  const server = createServer((near) => {
    hold(near);
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    if (state === 'silent') {
      near.resume();
      return;
    }
    const far = connect(Number(port), hostname);
    hold(far);
    const pass = (one: Socket, other: Socket) => {
      one.on('data', (bytes: Buffer) => {
        if (!deaf.has(one)) other.write(bytes);
      });
      one.on('close', () => {
        if (!deaf.has(one)) other.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((ready) => server.listen(0, hostname, ready));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      for (const end of ends) end.resetAndDestroy();
    },
    silence() {
      state = 'silent';
      for (const end of ends) deaf.add(end);
    },
    mend() {
      state = 'sound';
    },
    close() {
      for (const end of ends) end.destroy();
      return new Promise((closed) => {
        server.close(() => closed());
      });
    },
  };
}
