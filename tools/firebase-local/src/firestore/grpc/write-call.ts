import { randomBytes } from 'node:crypto';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { Write } from '../engine/write.ts';
import { invalidArgument } from '../errors.ts';
import { commit } from '../operations/commit.ts';
import type { ServiceContext } from '../service-context.ts';
import { authorizationOf, toStatus } from './calls.ts';

/** firestore.proto, WriteRequest. */
export interface WriteRequest {
  database?: string;
  streamId?: string;
  writes?: Write[];
  streamToken?: Buffer;
}

/**
 * The Write stream of client SDKs. The first request, without writes, opens it; every later one is a commit. Commits
 * are applied in order, and a failed one ends the stream with its status.
 */
export function handleWrite(context: ServiceContext, call: ServerDuplexStream<WriteRequest, unknown>): void {
  const streamId = randomBytes(8).toString('hex');
  let database: string | null = null;
  let sequence = 0;
  let isOpen = true;
  let tail: Promise<void> = Promise.resolve();

  const nextToken = () => {
    const token = Buffer.alloc(8);
    token.writeBigUInt64BE(BigInt(++sequence));
    return token;
  };
  const handle = async (request: WriteRequest): Promise<void> => {
    if (!isOpen) return;
    if (database === null) {
      if (!request.database) throw invalidArgument('The first request of a Write stream must name the database.');
      if (request.writes?.length) throw invalidArgument('The first request of a Write stream must not contain writes.');
      database = request.database;
      context.firestore.state(database);
      call.write({ streamId, streamToken: nextToken() });
      return;
    }
    const caller = context.callerFor(authorizationOf(call.metadata), database);
    const response = await commit(caller, { database, writes: request.writes ?? [] });
    if (isOpen) call.write({ streamToken: nextToken(), ...response });
  };
  const fail = (error: unknown) => {
    if (!isOpen) return;
    isOpen = false;
    call.emit('error', toStatus(error));
  };

  call.on('data', (request: WriteRequest) => {
    tail = tail.then(() => handle(request)).catch(fail);
  });
  call.on('end', () => {
    tail = tail.then(() => {
      if (isOpen) call.end();
      isOpen = false;
    });
  });
  for (const event of ['cancelled', 'close', 'error']) {
    call.on(event, () => {
      isOpen = false;
    });
  }
}
