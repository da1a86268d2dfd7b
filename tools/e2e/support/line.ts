import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to the product that can be cut. */
export interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

/** Opens a connection. Needed because a browser's offline emulation does not affect service workers. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Cutting the line resets open connections.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((browser) => {
    track(browser);
    if (isCut) return void browser.destroy();
    const product = connect(Number(port), hostname);
    track(product);
    browser.pipe(product).pipe(browser);
    browser.once('close', () => product.destroy());
    product.once('close', () => browser.destroy());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
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
