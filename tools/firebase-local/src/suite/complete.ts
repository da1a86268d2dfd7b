import { startCompleteSuite } from './complete-suite.ts';
import { runUntilStopped } from './program.ts';
import { terminalProgress } from './progress.ts';
import { checkRules } from './rules-check.ts';
import { findRoot, loadStackConfig } from './stack-config.ts';
import { readSuitePorts, requireFreeSuitePorts } from './stack-ports.ts';

/* `firebase-local emulators`: Google's complete suite. Additional arguments are passed to `firebase emulators:start`. */

await runUntilStopped(async (shutdown) => {
  const root = findRoot(process.cwd());
  const config = await loadStackConfig(root);
  const ports = readSuitePorts(config, process.env);
  checkRules(root);
  await requireFreeSuitePorts(config, ports);
  const suite = await startCompleteSuite({
    root,
    config,
    ports,
    // Tests run next to each other, and next to a developer's own suite.
    folder: process.env.FIREBASE_LOCAL_EMULATORS_FOLDER || 'emulators',
    extraArgs: process.argv.slice(2),
    progress: terminalProgress(),
    onStart: shutdown.addProcess,
    onLine: (line) => void process.stdout.write(`${line}\n`),
  });
  void suite.process.exited.then(() => shutdown.fail('The emulators ended', suite.process.logFile));
  process.stdout.write(`\n  The app: http://localhost:${ports.hosting}\n  Ctrl-C stops everything.\n`);
});
