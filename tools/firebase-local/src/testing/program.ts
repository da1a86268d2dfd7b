import { fileURLToPath } from 'node:url';
import { type ProcessSpec, startProcess } from '../suite/processes.ts';

/** The command `firebase-local`. */
const PROGRAM = fileURLToPath(new URL('../../bin/firebase-local.mjs', import.meta.url));

/**
 * Starts the command, or another copy of it, and waits until it has written `readyText`.
 * @throws Error with its output if it ends before that
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
  const exit = await Promise.race([ready, child.exited]);
  const output = () => lines.join('\n');
  if (exit) throw new Error(`The ${spec.name} did not start (it ended with ${exit.signal ?? exit.code}):\n${output()}`);
  return { child, output };
}
