import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';

/** Answers each line with the same line. */
const EVALUATOR = 'process.stdin.pipe(process.stdout)';

/** The used parts of firebase-tools' class: a child process that answers lines, and the unanswered requests. */
class StorageRulesRuntime {
  _rulesetCount = 0;
  _requests: Record<string, { request: { id: number; action: string }; answer: (line: string) => void }> = {};
  _childprocess: ChildProcess | undefined;

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['-e', EVALUATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
    this._childprocess = child;
    child.on('exit', () => {
      this._childprocess = undefined;
    });
    child.stdout.on('data', (lines: Buffer) => {
      for (const line of lines.toString().trim().split('\n')) {
        const { id } = JSON.parse(line) as { id: number };
        this._requests[id]?.answer(line);
        delete this._requests[id];
      }
    });
  }

  async stop(): Promise<void> {
    this._childprocess?.kill();
  }

  async loadRuleset(): Promise<object> {
    return {};
  }

  _sendRequest(request: { id: number; action: string }): Promise<string> {
    return new Promise((answer) => {
      this._requests[request.id] = { request, answer };
      this._childprocess?.stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }
}

// Preloads are plain JavaScript without types.
const { reviveRulesRuntime } = (await import(new URL('rules-runtime.mjs', import.meta.url).href)) as {
  reviveRulesRuntime(runtime: { StorageRulesRuntime: new () => object }): void;
};
reviveRulesRuntime({ StorageRulesRuntime });
const runtime = new StorageRulesRuntime();
afterEach(() => runtime.stop());

it('resends a request written to an evaluator that had just been killed', async () => {
  const messages = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await runtime.start();
  const child = runtime._childprocess;
  if (!child?.pid) throw new Error('the evaluator did not start');
  await once(child, 'spawn');

  process.kill(child.pid, 'SIGKILL');
  // The evaluator has ended, but this process has not received the event yet.
  execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 200)']);
  const answer = await runtime._sendRequest({ id: 1, action: 'verify' });

  expect(JSON.parse(answer)).toEqual({ id: 1, action: 'verify' });
  expect(messages).toHaveBeenCalledWith(
    expect.stringContaining('The Storage rules evaluator ended (SIGKILL) and is started again.'),
  );
  messages.mockRestore();
});
