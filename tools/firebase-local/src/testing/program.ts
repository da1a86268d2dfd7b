import { fileURLToPath } from 'node:url';
import { type ProcessSpec, startProcess } from '../suite/processes.ts';

/** The command `firebase-local`. */
const PROGRAM = fileURLToPath(new URL('../../bin/firebase-local.mjs', import.meta.url));

/**
 * Starts the command, or another copy of it, and waits until it has written `readyText`.
 * @returns also the exit, if the command ended before that
 */
export async function startProgram(
  spec: Omit<ProcessSpec, 'command' | 'onLine'>,
  readyText: string,
  program: string = PROGRAM,
) {
  const lines: string[] = [];
  let onReady: () => void = () => undefined;
  const ready = new Promise<undefined>((resolve) => {
    onReady = () => resolve(undefined);
  });
  const child = startProcess({
    ...spec,
    command: process.execPath,
    args: [program, ...spec.args],
    onLine(line) {
      lines.push(line);
      if (line.includes(readyText)) onReady();
    },
  });
  return { child, output: () => lines.join('\n'), exit: await Promise.race([ready, child.exited]) };
}
