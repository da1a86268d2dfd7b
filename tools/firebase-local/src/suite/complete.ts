import { startCompleteSuite } from './complete-suite.ts';
import { terminalProgress } from './progress.ts';
import { checkRules } from './rules-check.ts';
import { Shutdown } from './shutdown.ts';
import { onInterrupt, printProblem } from './signals.ts';
import { findRoot, loadStackConfig } from './stack-config.ts';
import { readSuitePorts, requireFreeSuitePorts } from './stack-ports.ts';
import { StartError } from './start-error.ts';

/** Runs `firebase-local emulators`: Google's complete suite. Further arguments go to `firebase emulators:start`. */
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
    const root = findRoot(process.cwd());
    const config = await loadStackConfig(root);
    const ports = readSuitePorts(config, process.env);
    checkRules(root);
    await requireFreeSuitePorts(config, ports);
    const suite = await startCompleteSuite({
      root,
      config,
      ports,
      // Tests run beside each other, and beside a developer's own suite.
      folder: process.env.FIREBASE_LOCAL_EMULATORS_FOLDER || 'emulators',
      extraArgs: process.argv.slice(2),
      progress,
      onStart: shutdown.addProcess,
      onLine: (line) => void process.stdout.write(`${line}\n`),
    });
    void suite.process.exited.then(() => shutdown.fail('The emulators ended', suite.process.logFile));
    process.stdout.write(`\n  The app: http://localhost:${ports.hosting}\n  Ctrl-C stops everything.\n`);
  } catch (error) {
    if (shutdown.hasBegun) return;
    await stop(1, error instanceof StartError ? error.message : String((error as Error).stack));
  }
}

void main();
