import { Shutdown } from './shutdown.ts';
import { StartError } from './start-error.ts';

/**
 * Runs a command until it is stopped, stops all started parts, and exits. A fault during the start also stops it.
 * @param onInterrupted called once, before the started parts are stopped
 */
export async function runUntilStopped(
  begin: (shutdown: Shutdown, stop: (code: number) => void) => Promise<void>,
  onInterrupted: () => void = () => undefined,
): Promise<void> {
  const stop = async (code: number, message?: string) => {
    if (message) process.stderr.write(`\n  ${message}\n\n`);
    await shutdown.run();
    process.exit(code);
  };
  const shutdown = new Shutdown((message) => void stop(1, message));
  onInterrupt(() => {
    if (!shutdown.hasBegun) onInterrupted();
    void stop(0);
  });
  try {
    await begin(shutdown, (code) => void stop(code));
  } catch (error) {
    if (shutdown.hasBegun) return; // The stop was requested, so the error only says that a part was stopped.
    await stop(1, error instanceof StartError ? error.message : String((error as Error).stack));
  }
}

/** Calls `stop` on each signal that a terminal sends to end a command. A second Ctrl-C exits immediately. */
function onInterrupt(stop: () => void): void {
  let isSecond = false;
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Both the terminal and npm forward Ctrl-C, so one key press may arrive twice.
      if (isSecond && Date.now() - firstAt < 500) return;
      if (isSecond) process.exit(1); // The children notice that this process has ended.
      isSecond = true;
      firstAt = Date.now();
      stop();
    });
  }
}
