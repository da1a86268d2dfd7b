import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../suite/builds.ts';
import { type FirebaseSuite, startFirebaseSuite } from '../suite/firebase-suite.ts';
import { freeEmulatorPorts } from '../suite/ports.ts';
import { loadStackConfig } from '../suite/stack-config.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../../../..');

/** Below the root, where the functions find their packages. */
const runDir = join(ROOT, '.inkwell', `test-functions-${process.pid}`);
let suite: FirebaseSuite;
let port: number;

beforeAll(async () => {
  const config = await loadStackConfig(ROOT);
  const workDir = join(ROOT, '.inkwell');
  mkdirSync(workDir, { recursive: true });
  const functions = config.builds.filter((build) => build.output.startsWith(`${config.functions.source}/`));
  for (const build of functions) await ensureBuilt(build, { root: ROOT, workDir, onStart: () => undefined });
  const ports = await freeEmulatorPorts();
  port = ports.hosting;
  suite = await startFirebaseSuite({
    projectId: config.projectId,
    root: ROOT,
    runDir,
    services: ['auth', 'functions', 'firestore', 'hosting'],
    ports,
  });
}, 90_000);

afterAll(async () => {
  await suite?.stop();
  rmSync(runDir, { recursive: true, force: true });
}, 30_000);

describe("the api in Google's Functions emulator", () => {
  it('answers through the Hosting emulator, from Firestore', { timeout: 60_000 }, async () => {
    const res = await fetch(`http://127.0.0.1:${port}/api/posts`);

    expect(res.status).toBe(200);
    expect(await res.json()).toEqual([]);
    expect(res.headers.get('x-total-count')).toBe('0');
  });
});
