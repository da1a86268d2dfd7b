import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describeError, type Log } from '../common/log.ts';
import { traceFields } from '../common/trace.ts';
import { endWhenAnswered } from './ending.ts';
import { answerBeforeRuntime } from './front.ts';
import { onHttpServer } from './http-server.ts';

interface Options {
  /** The name of the function, for the log. */
  readonly name: string;
  readonly isInstance: boolean;
  /** Loads the app. Called for each request, so it must cache the app. */
  readonly open: () => Promise<RequestListener>;
  readonly log: Log;
  /** A function, because there is no project while the functions are being listed. */
  readonly projectId: () => string;
}

/** Answers with the app from `open`, in an instance of the function before the runtime's own middleware. */
export function serve({ name, isInstance, open, log, projectId }: Options) {
  const handler = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const handle = await open();
      handle(req, res);
    } catch (error) {
      log('ERROR', `${name} could not start`, {
        error: describeError(error),
        ...traceFields(req, projectId()),
      });
      res.writeHead(503, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' }).end('Service unavailable');
    }
  };
  if (isInstance) {
    onHttpServer((server) => {
      answerBeforeRuntime(server, handler);
      endWhenAnswered(server);
    });
  }
  return handler;
}
