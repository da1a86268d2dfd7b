import type { ServerDuplexStream } from '@grpc/grpc-js';
import { ListenStream } from '../listen/listen-stream.ts';
import type { ListenRequest } from '../listen/wire-listen.ts';
import type { ServiceContext } from '../service-context.ts';
import { authorizationOf, toStatus } from './calls.ts';

/** Connects a gRPC Listen call to a ListenStream. The first request names the database. */
export function handleListen(context: ServiceContext, call: ServerDuplexStream<ListenRequest, unknown>): void {
  let stream: ListenStream | null = null;
  let isOpen = true;
  const close = () => {
    isOpen = false;
    stream?.close();
    stream = null;
  };
  const open = (database: string) =>
    new ListenStream(context.callerFor(authorizationOf(call.metadata), database), database, (response) => {
      if (isOpen) call.write(response);
    });
  call.on('data', (request: ListenRequest) => {
    if (!isOpen) return;
    try {
      stream ??= open(request.database);
      if (request.addTarget) stream.addTarget(request.addTarget);
      else if (request.removeTarget !== undefined) stream.removeTarget(request.removeTarget);
    } catch (error) {
      close();
      call.emit('error', toStatus(error));
    }
  });
  call.on('end', () => {
    close();
    call.end();
  });
  call.on('cancelled', close);
  call.on('close', close);
  call.on('error', close);
}
