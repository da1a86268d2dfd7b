const begun = Date.now();

/** The seconds since the command was started, for messages. */
export function elapsed(since = begun): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Reports progress, one line per step. */
export interface Progress {
  done(what: string, since?: number): void;
  note(what: string): void;
  warn(what: string): void;
}

/** Writes progress to the terminal, with colours where they are supported. */
export function terminalProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  // The terminal may be closed while the stack stops.
  out.on('error', () => undefined);
  const isColoured = out.isTTY && !process.env.NO_COLOR;
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const write = (line: string) => void out.write(`${line}\n`);
  return {
    done: (what, since) => write(`  ${paint(32, '✓')} ${what}${since ? paint(2, `  ${elapsed(since)}`) : ''}`),
    note: (what) => write(`  ${paint(2, '·')} ${what}`),
    warn: (what) => write(`  ${paint(33, '!')} ${what}`),
  };
}
