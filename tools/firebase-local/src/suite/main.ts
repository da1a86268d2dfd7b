import { launch } from './launch.ts';
import { watchNpm } from './npm-parent.ts';
import { help, parseOptions } from './options.ts';
import { terminalProgress } from './progress.ts';
import { Shutdown } from './shutdown.ts';
import { onInterrupt, printProblem } from './signals.ts';
import { findRoot } from './stack-config.ts';
import { StartError } from './start-error.ts';

/** Runs `firebase-local start`: launches the stack of the project in the working folder or above it. */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(`${help()}\n`);
    return;
  }
  const progress = terminalProgress();
  const shutdown = new Shutdown((message) => void stop(1, message));

  const stop = async (code: number, message?: string) => {
    if (message) printProblem(message);
    await shutdown.run();
    process.exit(code);
  };
  onInterrupt(() => {
    if (!shutdown.hasBegun) process.stdout.write('\n  Stopping ...\n');
    void stop(0);
  });
  watchNpm(() => void stop(1));

  try {
    await launch({ root: findRoot(process.cwd()), options, progress, shutdown });
  } catch (error) {
    if (shutdown.hasBegun) return; // The stop was requested, so the error only says that a part was stopped.
    await stop(1, error instanceof StartError ? error.message : String((error as Error).stack));
  }
}

main().catch((error: unknown) => {
  printProblem(error instanceof StartError ? error.message : String((error as Error).stack));
  process.exitCode = 1;
});
