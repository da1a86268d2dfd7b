import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { terminalProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows the running step, its duration, the last output of its process and the log file', () => {
  const written: string[] = [];
  const out = { on: () => undefined, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const step = terminalProgress(out).begin('Building web');
  step.follow({ lastLines: () => ['vite build', 'transforming...', ''], logFile: 'logs/build-web.log' });

  vi.advanceTimersByTime(25_000);
  step.done('Built web');
  vi.advanceTimersByTime(60_000);

  expect(written).toEqual([
    '  … Building web, for 8 s; transforming...; output: logs/build-web.log\n',
    '  … Building web, for 20 s; transforming...; output: logs/build-web.log\n',
    '  ✓ Built web  25.0 s\n',
  ]);
});
