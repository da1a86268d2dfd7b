import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { findFreePorts } from 'firebase-local/ports';
import { loadStackConfig } from 'firebase-local/stack-config';
import { startTestSuite, type TestSuiteOptions } from 'firebase-local/testing/suite';
import { processUse } from './process-use.ts';
import { writeSyntheticPosts } from './synthetic-posts.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FRAMEWORK = join(ROOT, 'node_modules/@google-cloud/functions-framework/build/src/main.js');

export interface ApiStack {
  readonly url: string;
  /** The same function in a second, slower process that reports the cost of each answer. */
  readonly countingUrl: string;
  readonly pid: number;
  /** The function that serves pages, with the built app shell. */
  readonly page: { readonly url: string; readonly pid: number };
  /** From the start of the process to its first answer of a list. Firestore is already running. */
  readonly firstAnswerMs: number;
  /** The CPU time until then. Other programs on the machine distort it less than the elapsed time. */
  readonly firstAnswerCpuMs: number;
  stop(): Promise<void>;
}

/** Serves `api` in the functions runtime, with its own Firestore and that many posts. `API_NODE_OPTIONS` replaces the Node options of `npm start`. */
export async function startApiStack(posts: number): Promise<ApiStack> {
  const filled = await startFilledSuite(['auth', 'firestore'], posts);
  const [port = 0, countingPort = 0, pagePort = 0] = await findFreePorts(3);
  const env = await hostEnvironment(port);
  const startedMs = performance.now();
  const host = startHost(port, { ...env, SHOW_COSTS: 'off' });
  await firstAnswer(`${addressOf(port)}/api/posts?limit=15`);
  const firstAnswerMs = performance.now() - startedMs;
  const pid = host.pid ?? 0;
  const { cpuMs } = await processUse(pid);
  const counting = startHost(countingPort, { ...env, SHOW_COSTS: 'on' });
  await firstAnswer(`${addressOf(countingPort)}/api/posts?limit=15`);
  const site = await serveShell();
  const page = startHost(pagePort, { ...env, SITE_URL: site.url }, 'page');
  await firstAnswer(`${addressOf(pagePort)}/`);

  return {
    url: addressOf(port),
    countingUrl: addressOf(countingPort),
    pid,
    page: { url: addressOf(pagePort), pid: page.pid ?? 0 },
    firstAnswerMs,
    firstAnswerCpuMs: cpuMs,
    async stop() {
      for (const process of [host, counting, page]) {
        process.kill('SIGTERM');
        await once(process, 'exit');
      }
      site.stop();
      await filled.stop();
    },
  };
}

/** Builds `functions`, and starts emulators for this process with that many posts. */
export async function startFilledSuite(services: TestSuiteOptions['services'], posts: number) {
  execFileSync('node', ['scripts/build.mjs'], { cwd: join(ROOT, 'functions'), stdio: 'inherit' });
  const suite = await startTestSuite({ services });
  Object.assign(process.env, suite.env);
  const firebase = initializeApp({ projectId: suite.projectId });
  const db = getFirestore(firebase);
  await writeSyntheticPosts(db, posts);
  return {
    suite,
    db,
    async stop() {
      await deleteApp(firebase);
      await suite.stop();
    },
  };
}

/** The environment that `npm start` gives a function, including its heap limits. */
export async function hostEnvironment(port: number): Promise<Record<string, string | undefined>> {
  const { functions } = await loadStackConfig(ROOT);
  const own = functions.env({ siteUrl: addressOf(port) });
  return { ...own, NODE_OPTIONS: process.env.API_NODE_OPTIONS ?? own.NODE_OPTIONS };
}

export const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Serves the app shell like Hosting. Builds the app and its page renderer first if necessary. */
async function serveShell(): Promise<{ url: string; stop(): void }> {
  const file = join(ROOT, 'web/dist/app.html');
  const isBuilt = [file, join(ROOT, 'functions/lib/app/server.js')].every(existsSync);
  if (!isBuilt) execFileSync('npm', ['run', 'build', '--workspace', 'web'], { cwd: ROOT, stdio: 'inherit' });
  const shell = readFileSync(file);
  const server = createServer((_req, res) => res.end(shell)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: addressOf(port), stop: () => void server.close() };
}

/** Runs a built function in the functions runtime. `preload` is a module that Node loads first. `API_NODE` names another Node executable. */
export function startHost(
  port: number,
  env: Record<string, string | undefined>,
  target: 'api' | 'page' = 'api',
  preload?: string,
): ChildProcess {
  const source = join(ROOT, 'functions');
  const options = preload ? [`--require=${preload}`] : [];
  return spawn(
    process.env.API_NODE ?? process.execPath,
    [...options, FRAMEWORK, `--source=${source}`, `--target=${target}`, `--port=${port}`],
    {
      env: {
        ...process.env,
        FUNCTION_TARGET: target,
        NODE_ENV: 'production',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Resolves when `url` answers successfully. */
export async function firstAnswer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (answer) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await sleep(10);
  }
  throw new Error(`${url} does not answer`);
}
