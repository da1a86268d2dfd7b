import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storageRules } from '../rules-language/rulesets.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let child: ChildProcess | undefined;
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts the executable and returns its lines one at a time. */
function startProcess() {
  const started = spawn(process.execPath, ['--import', 'tsx', MAIN, 'serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child = started;
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>;
  const write = (message: unknown) => started.stdin.write(`${JSON.stringify(message)}\n`);
  return { process: started, read, write };
}

describe('the executable', () => {
  it('greets, loads and verifies over its pipes, and ends when its input ends', async () => {
    const { process: runtime, read, write } = startProcess();
    const source = { files: [{ name: 's.rules', content: storageRules('match /{all=**} { allow get; }') }] };
    const context = { rulesetName: 'r', service: 'firebase.storage', path: '/b/x/o/a', method: 'get', variables: {} };

    expect(await read()).toMatchObject({ id: -1, status: 'ok' });
    write({ action: 'load_ruleset', id: 0, context: { rulesetName: 'r', source } });
    write({ action: 'verify', id: 1, context });
    write({ action: 'verify', id: 2, context: { ...context, method: 'delete' } });

    expect(await read()).toMatchObject({ id: 0, result: { rulesVersion: 2 } });
    expect(await read()).toMatchObject({ id: 1, result: { permit: true } });
    expect(await read()).toMatchObject({ id: 2, result: { permit: false } });
    runtime.stdin.end();
    expect(await once(runtime, 'exit')).toEqual([0, null]);
  });

  it('ends on request', async () => {
    const { process: runtime, read } = startProcess();
    await read();

    runtime.kill('SIGINT');

    expect(await once(runtime, 'exit')).toEqual([0, null]);
  });
});
