import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { LogFields } from '../common/log.ts';
import { serve } from './serve.ts';

describe('a function whose app does not load', () => {
  it('answers 503 and logs why, with the trace of the request', async () => {
    const lines: [string, LogFields | undefined][] = [];
    const handler = serve({
      name: 'api',
      isInstance: false,
      open: () => Promise.reject(new Error('no secret')),
      log: (_severity, message, fields) => void lines.push([message, fields]),
      projectId: () => 'inkwell-live',
    });
    const server = createServer(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');

    const res = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { 'x-cloud-trace-context': '0af7651916cd43dd8448eb211c80319c/123;o=1' },
    });
    server.close();

    expect([res.status, res.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(lines).toEqual([
      [
        'api could not start',
        {
          error: expect.stringMatching(/^Error: no secret\n\s+at /),
          'logging.googleapis.com/trace': 'projects/inkwell-live/traces/0af7651916cd43dd8448eb211c80319c',
        },
      ],
    ]);
  });
});
