import { describe, expect, it } from 'vitest';
import { describeError, logEntry } from './log.ts';

const lineOf = (...entry: Parameters<typeof logEntry>) => JSON.parse(JSON.stringify(logEntry(...entry)));

describe('logEntry', () => {
  it('reports an error with its stack', () => {
    const cause = new Error('no such index');

    const line = lineOf('ERROR', 'call failed', {
      requestId: 'r1',
      error: describeError(new Error('list failed', { cause })),
      'logging.googleapis.com/trace': 'projects/p/traces/t',
    });

    expect(line).toMatchObject({
      severity: 'ERROR',
      message: 'call failed',
      '@type': 'type.googleapis.com/google.devtools.clouderrorreporting.v1beta1.ReportedErrorEvent',
      requestId: 'r1',
      'logging.googleapis.com/trace': 'projects/p/traces/t',
    });
    expect(line.stack_trace).toMatch(/^Error: list failed\n\s+at .*\n[\s\S]*caused by Error: no such index\n\s+at /);
    expect(line).not.toHaveProperty('error');
  });

  it('reports an error without a stack by its message', () => {
    expect(lineOf('ERROR', 'live-not-started', { error: 'down' })).toMatchObject({
      '@type': expect.stringContaining('ReportedErrorEvent'),
      error: 'down',
      context: { reportLocation: { functionName: 'live-not-started' } },
    });
  });

  it('does not report other entries as errors', () => {
    expect(lineOf('INFO', 'call', { status: 200 })).toEqual({ severity: 'INFO', message: 'call', status: 200 });
    expect(lineOf('WARNING', 'shell', { error: 'x' })).toEqual({ severity: 'WARNING', message: 'shell', error: 'x' });
  });
});
