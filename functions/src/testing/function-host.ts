import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePorts } from 'firebase-local/ports';
import { vi } from 'vitest';

const FUNCTIONS = fileURLToPath(new URL('../..', import.meta.url));
const FRAMEWORK = join(FUNCTIONS, '../node_modules/@google-cloud/functions-framework/build/src/main.js');

/** One function of the bundle in the functions runtime, as in production. */
export interface FunctionHost {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
}

export interface FunctionHosts {
  /** Builds the bundle. */
  build(): Promise<void>;
  /** Starts a function with the emulators of the tests, and waits until it answers. */
  start(target: string, env?: Readonly<Record<string, string>>): Promise<FunctionHost>;
  /** Starts a function without waiting for an answer. */
  spawn(target: string, env?: Readonly<Record<string, string>>): Promise<FunctionHost>;
  /** Stops all functions and removes the bundle. */
  stop(): Promise<void>;
}

/** @param name the name of the bundle, different for each test file */
export function createFunctionHosts(name: string): FunctionHosts {
  /** Inside the workspace, so that packages resolve as for the real bundle. */
  const bundle = join(FUNCTIONS, `node_modules/.${name}-${process.pid}`);
  const running: FunctionHost[] = [];

  const hosts: FunctionHosts = {
    async build() {
      await promisify(execFile)('node', ['scripts/build.mjs', bundle], { cwd: FUNCTIONS });
      await mkdir(bundle, { recursive: true });
      await writeFile(join(bundle, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }));
    },

    async start(target, env) {
      const host = await hosts.spawn(target, env);
      await vi.waitFor(() => fetch(host.url, { redirect: 'manual' }), { timeout: 120_000 });
      return host;
    },

    async spawn(target, env = {}) {
      const [port] = await findFreePorts(1);
      const host = spawn(process.execPath, [FRAMEWORK, `--source=${bundle}`, `--target=${target}`, `--port=${port}`], {
        env: { ...process.env, FUNCTION_TARGET: target, NODE_ENV: 'production', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      host.stdout.on('data', (chunk) => (output += chunk));
      host.stderr.on('data', (chunk) => (output += chunk));
      const url = `http://127.0.0.1:${port}`;
      const started = { url, process: host, output: () => output };
      running.push(started);
      return started;
    },

    async stop() {
      for (const { process: host } of running.filter(({ process: { exitCode } }) => exitCode === null)) {
        host.kill('SIGKILL');
        await once(host, 'exit');
      }
      await rm(bundle, { recursive: true, force: true });
    },
  };
  return hosts;
}
