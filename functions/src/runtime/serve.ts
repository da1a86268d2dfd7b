import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describeError, type Log } from '../common/log.ts';
import { traceFields } from '../common/trace.ts';
import { endWhenAnswered } from './ending.ts';
import { answerBeforeRuntime } from './front.ts';
import { onHttpServer } from './http-server.ts';

interface Options {
  /** The function's, for the log. */
  readonly name: string;
  /** True in an instance of this function. */
  readonly isInstance: boolean;
  /** Loads the app. Called for each request: it keeps what it has loaded. */
  readonly open: () => Promise<RequestListener>;
  readonly log: Log;
  /** Asked once requests arrive: functions are listed without a project. */
  readonly projectId: () => string;
}

/** Answers by the app that `open` gives. In an instance of the function that begins before the runtime's own stack. */
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
    // Loads while the server opens its port; a failure shows, and is tried again, with the first request.
    void open().catch(() => undefined);
  }
  return handler;
}
