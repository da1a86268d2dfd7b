import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './builds.ts';
import { publishApp, startFirebaseSuite } from './firebase-suite.ts';
import { freeEmulatorPorts, type PortName, readPorts, requireFreePorts } from './ports.ts';
import { terminalProgress } from './progress.ts';
import { checkRules } from './rules-check.ts';
import { Shutdown } from './shutdown.ts';
import { onInterrupt, printProblem } from './signals.ts';
import { loadStackConfig } from './stack-config.ts';
import { StartError } from './start-error.ts';

const ROOT = process.env.INKWELL_ROOT ?? resolve(fileURLToPath(import.meta.url), '../../../../..');
const USED: readonly PortName[] = ['hosting', 'functions', 'firestore', 'auth', 'storage'];

/**
 * `npm run emulators`: Google's complete suite, the Functions emulator included, on the stand-ins. The app is at the
 * Hosting emulator's port. Nothing is kept; further arguments go to `firebase emulators:start`.
 */
async function main(): Promise<void> {
  const progress = terminalProgress();
  const shutdown = new Shutdown((message) => void stop(1, message));
  const stop = async (code: number, message?: string) => {
    if (message) printProblem(message);
    await shutdown.run();
    process.exit(code);
  };
  onInterrupt(() => void stop(0));
  try {
    const config = await loadStackConfig(ROOT);
    const ports = readPorts(process.env);
    checkRules(ROOT);
    await requireFreePorts(ports, USED);
    const workDir = join(ROOT, '.inkwell');
    mkdirSync(workDir, { recursive: true });
    for (const build of config.builds) {
      await ensureBuilt(build, { root: ROOT, workDir, onStart: shutdown.addProcess });
      progress.done(`${build.name} is built`);
    }
    // Below the root, where the functions find the packages they import.
    const runDir = join(workDir, 'emulators');
    const suite = await startFirebaseSuite({
      projectId: config.projectId,
      root: ROOT,
      runDir,
      services: ['auth', 'functions', 'firestore', 'storage', 'hosting'],
      ports: await freeEmulatorPorts(ports),
      // Here the app is at the Hosting emulator's port.
      env: {
        ...config.functions.env({ siteUrl: `http://127.0.0.1:${ports.hosting}` }),
        INKWELL_PORT: String(ports.hosting),
      },
      extraArgs: process.argv.slice(2),
      onStart: shutdown.addProcess,
      onLine: (line) => void process.stdout.write(`${line}\n`),
    });
    publishApp(ROOT, runDir);
    void suite.process.exited.then(() => shutdown.fail('The emulators ended', suite.process.logFile));
    process.stdout.write(`\n  The app: http://localhost:${ports.hosting}\n  Ctrl-C stops everything.\n`);
  } catch (error) {
    if (shutdown.hasBegun) return;
    await stop(1, error instanceof StartError ? error.message : String((error as Error).stack));
  }
}

void main();
