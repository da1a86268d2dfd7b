import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAsStep } from './builds.ts';
import { publishApp, requireApp, startFirebaseSuite } from './firebase-suite.ts';
import { freeEmulatorPorts } from './ports.ts';
import { runUntilStopped } from './program.ts';
import { terminalProgress } from './progress.ts';
import { checkRules } from './rules-check.ts';
import { findRoot, loadStackConfig } from './stack-config.ts';
import { appVariable, readSuitePorts, requireFreePorts } from './stack-ports.ts';

/*
 * `firebase-local emulators`: builds the project and starts Google's complete suite, including the Functions emulator, with the stand-ins. The Hosting
 * emulator's port serves the app. Data is lost when the suite stops. Additional arguments are passed to `firebase emulators:start`.
 */

await runUntilStopped(async (shutdown) => {
  const root = findRoot(process.cwd());
  const config = await loadStackConfig(root);
  const ports = readSuitePorts(config, process.env);
  const progress = terminalProgress();
  checkRules(root);
  await requireFreePorts(config, ports);
  const workDir = join(root, config.workDir);
  mkdirSync(workDir, { recursive: true });
  for (const build of config.builds) await buildAsStep(build, { root, workDir, progress, shutdown });
  requireApp(root);
  // Tests run next to each other, and next to a developer's own suite. Functions find their packages from a folder below `workDir`.
  const runDir = join(workDir, process.env.FIREBASE_LOCAL_EMULATORS_FOLDER || 'emulators');
  const suite = await startFirebaseSuite({
    projectId: config.projectId,
    root,
    runDir,
    services: ['auth', 'functions', 'firestore', 'storage', 'hosting'],
    ports: await freeEmulatorPorts(ports),
    env: {
      ...config.functions.env({ siteUrl: `http://127.0.0.1:${ports.hosting}` }),
      [appVariable(config)]: String(ports.hosting),
    },
    extraArgs: process.argv.slice(2),
    onStart: shutdown.addProcess,
    onLine: (line) => void process.stdout.write(`${line}\n`),
  });
  publishApp(root, runDir);
  void suite.process.exited.then(() => shutdown.fail('The emulators ended', suite.process.logFile));
  process.stdout.write(`\n  The app: http://localhost:${ports.hosting}\n  Ctrl-C stops everything.\n`);
});
