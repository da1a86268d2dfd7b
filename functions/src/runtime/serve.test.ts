import { createServer } from 'node:http';
import { http } from '@google-cloud/functions-framework';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { describe, expect, it } from 'vitest';
import type { LogFields } from '../common/log.ts';
import { originOf } from '../testing/origin.ts';
import { answerBeforeRuntime } from './front.ts';
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
    const server = createServer(handler);

    const res = await fetch(`${await originOf(server)}/`, {
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

describe('the server of the functions runtime', () => {
  it('has one request listener, which ours replaces', async () => {
    http('replaced', (_req, res) => void res.end('the runtime'));
    const server = getTestServer('replaced');
    expect(server.listenerCount('request')).toBe(1);

    answerBeforeRuntime(server, (req, res) => res.end(`ours: ${req.headers['content-type']}`));

    const origin = await originOf(server);
    const malformed = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
    const answer = await (await fetch(`${origin}/`, malformed)).text();
    server.close();
    expect([server.listenerCount('request'), answer]).toEqual([1, 'ours: application/json']);
  });

  it('does not start if it has no request listener', () => {
    expect(() => answerBeforeRuntime(createServer(), () => undefined)).toThrow(
      'no longer answers by a request listener',
    );
  });
});
