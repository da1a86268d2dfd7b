import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { findFreePorts } from '../../emulators/src/suite/ports.ts';
import { startTestSuite } from '../../emulators/src/testing/suite.ts';
import { processUse } from './process-use.ts';
import { writeSyntheticPosts } from './synthetic-posts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FRAMEWORK = join(ROOT, 'node_modules/@google-cloud/functions-framework/build/src/main.js');

export interface ApiStack {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first answer of a list, with Firestore running already. */
  readonly firstAnswerMs: number;
  /** CPU time until then, which other programs on the machine lengthen less. */
  readonly firstAnswerCpuMs: number;
  stop(): Promise<void>;
}

/** Builds `functions` and serves `api` in the functions runtime over an own Firestore with so many posts. `API_NODE_OPTIONS` goes to its node. */
export async function startApiStack(posts: number): Promise<ApiStack> {
  execFileSync('node', ['scripts/build.mjs'], { cwd: join(ROOT, 'functions'), stdio: 'inherit' });
  const suite = await startTestSuite({ services: ['auth', 'firestore'] });
  Object.assign(process.env, suite.env);
  const firebase = initializeApp({ projectId: suite.projectId });
  await writeSyntheticPosts(getFirestore(firebase), posts);
  await deleteApp(firebase);

  const [port = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const host = spawn(
    process.execPath,
    [
      ...(process.env.API_NODE_OPTIONS?.split(' ') ?? []),
      FRAMEWORK,
      `--source=${join(ROOT, 'functions')}`,
      '--target=api',
      `--port=${port}`,
    ],
    {
      env: {
        ...process.env,
        FUNCTION_TARGET: 'api',
        NODE_ENV: 'production',
        SHOW_COSTS: process.env.SHOW_COSTS ?? 'off',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await firstAnswer(`${url}/api/posts?limit=15`);
  const firstAnswerMs = performance.now() - startedMs;
  const pid = host.pid ?? 0;
  const { cpuMs } = await processUse(pid);

  return {
    url,
    pid,
    firstAnswerMs,
    firstAnswerCpuMs: cpuMs,
    async stop() {
      host.kill('SIGTERM');
      await once(host, 'exit');
      await suite.stop();
    },
  };
}

async function firstAnswer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (answer) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    await sleep(10);
  }
  throw new Error(`${url} does not answer`);
}
