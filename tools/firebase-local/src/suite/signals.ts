/** Calls `stop` on each signal that a terminal sends to end a command. A second Ctrl-C exits immediately. */
export function onInterrupt(stop: () => void): void {
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

/** Prints a message for the person who started the command. */
export function printProblem(message: string): void {
  process.stderr.write(`\n  ${message}\n\n`);
}
