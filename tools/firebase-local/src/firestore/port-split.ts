import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

const http2Preface = Buffer.from('PRI * HTTP/2');

/** A listening port that passes each connection to one of two servers. */
export interface SplitPort {
  port: number;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Serves gRPC and HTTP/1 on one port, distinguished by the first bytes of a connection (RFC 9113 §3.4).
 * @throws the error of `listen`, such as EADDRINUSE
 */
export async function listenSplit(options: {
  host: string;
  port: number;
  http: HttpServer;
  injectHttp2: (socket: Socket) => void;
}): Promise<SplitPort> {
  const { http, injectHttp2 } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    socket.once('readable', () => {
      const chunk: Buffer | null = socket.read();
      if (!chunk) return;
      // Not resumed here: both servers read the bytes that are put back, and then resume the socket.
      socket.unshift(chunk);
      const isHttp2 = chunk.subarray(0, http2Preface.length).equals(http2Preface.subarray(0, chunk.length));
      if (isHttp2) injectHttp2(socket);
      else http.emit('connection', socket);
    });
  });
  const port = await listen(server, options.host, options.port);
  return {
    port,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
