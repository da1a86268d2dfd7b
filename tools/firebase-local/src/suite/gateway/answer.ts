import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type Coding, createCompressor, negotiateCoding } from './compression.ts';
import { returnedHeaders } from './forward.ts';

/**
 * Streams a backend's answer to the client, compressed if that saves bytes and the client supports it.
 * @param defaults headers to add unless the answer has them
 */
export function answer(
  req: IncomingMessage,
  res: ServerResponse,
  incoming: IncomingMessage,
  defaults?: ReadonlyMap<string, string>,
): Promise<void> {
  const status = incoming.statusCode ?? 502;
  const headers = returnedHeaders(incoming.headers);
  for (const [name, value] of defaults ?? []) headers[name] ??= value;

  const coding = negotiateCoding(req, status, headers, req.method !== 'HEAD');
  res.writeHead(status, incoming.statusMessage, headers);
  return stream(incoming, res, coding);
}

/** Streams the body. When the client or the backend disconnects, the other connection is closed, too. */
function stream(incoming: IncomingMessage, res: ServerResponse, coding?: Coding): Promise<void> {
  return new Promise((resolve) => {
    // The headers have been sent, so an error can only be reported by closing the connection. `pipeline` does this.
    const done = () => resolve();
    if (coding) pipeline(incoming, createCompressor(coding), res, done);
    else pipeline(incoming, res, done);
  });
}
