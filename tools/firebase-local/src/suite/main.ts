import { launch } from './launch.ts';
import { watchNpm } from './npm-parent.ts';
import { help, parseOptions } from './options.ts';
import { runUntilStopped } from './program.ts';
import { terminalProgress } from './progress.ts';
import { findRoot } from './stack-config.ts';

/* `firebase-local start`: launches the stack of the project in the working folder or above it. */

await runUntilStopped(
  async (shutdown, stop) => {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) return void process.stdout.write(`${help()}\n`);
    watchNpm(() => stop(1));
    await launch({ root: findRoot(process.cwd()), options, progress: terminalProgress(), shutdown });
  },
  () => void process.stdout.write('\n  Stopping ...\n'),
);
