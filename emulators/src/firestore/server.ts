import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import { Firestore } from './firestore.ts';
import { firestoreService } from './grpc/proto.ts';
import { createService } from './grpc/service.ts';
import { ownerAccess } from './operations/access.ts';
import { createRestHandler } from './rest/router.ts';

export interface FirestoreEmulatorOptions {
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  projectId?: string;
  /** Rules for all projects until others are loaded over REST; without it, only callers with `Bearer owner` get in... */
  rulesFile?: string;
  /** firestore.indexes.json; without it, queries are not checked for indexes. */
  indexesFile?: string;
  /** Where the data is kept; without it, in memory only. */
  dataFile?: string;
}

export interface FirestoreEmulator {
  port: number;
  /** Saves, closes all connections and frees the port. */
  stop(): Promise<void>;
}

const http2Preface = Buffer.from('PRI * HTTP/2');
/** Requests are at most 10 MiB in production; a little more, so that the refusal is ours to word. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Starts the stand-in. One port serves gRPC and HTTP/1: the first bytes of a connection tell which it is. */
export async function startFirestoreEmulator(options: FirestoreEmulatorOptions = {}): Promise<FirestoreEmulator> {
  const firestore = new Firestore();
  const grpc = new GrpcServer({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.max_send_message_length': -1,
  });
  grpc.addService(
    firestoreService(),
    createService({ firestore, accessFor: () => ownerAccess, indexCheckFor: () => () => undefined }),
  );
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const http = createHttpServer(createRestHandler({ firestore }));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    socket.once('readable', () => {
      const chunk: Buffer | null = socket.read();
      if (!chunk) return;
      // Not resumed here: both servers take what was put back, and the socket itself, as they find it.
      socket.unshift(chunk);
      const isHttp2 = chunk.subarray(0, http2Preface.length).equals(http2Preface.subarray(0, chunk.length));
      if (isHttp2) injector.injectConnection(socket);
      else http.emit('connection', socket);
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      grpc.forceShutdown();
      for (const socket of sockets) socket.destroy();
      await closed;
      firestore.close();
    },
  };
}
