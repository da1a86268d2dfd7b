import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server on this machine that tests can cut. */
export interface Line {
  /** `localhost:PORT` */
  readonly host: string;
  /** Ends every connection and accepts none until `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
}

/** @param target `host:port` of the server */
export async function openLine(target: string): Promise<Line> {
  const [hostname, port] = target.split(':');
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Cutting the line resets open connections.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    track(near);
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    track(far);
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    close() {
      server.close();
      drop();
    },
  };
}
