import { Shutdown } from './shutdown.ts';
import { onInterrupt, printProblem } from './signals.ts';
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
    if (message) printProblem(message);
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
