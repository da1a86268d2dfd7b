import childProcess from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { notify } from './messages.mjs';

/**
 * Changes how firebase-tools starts `java`. Passes messages of the Firestore stand-in on to the person, because firebase-tools only writes them to a
 * file. On Windows, which starts only .exe programs, the path of the replacement (java-shim/) is inserted; elsewhere it is the first one on PATH.
 */
export function watchJavaChildren({ isWindows }) {
  const { spawn } = childProcess;
  const shim = fileURLToPath(new URL('../../java-shim/java.mjs', import.meta.url));
  childProcess.spawn = (command, args = [], ...rest) => {
    if (command !== 'java') return spawn(command, args, ...rest);
    const child = isWindows ? spawn(process.execPath, [shim, ...args], ...rest) : spawn(command, args, ...rest);
    child.stderr?.on('data', (chunk) => {
      for (const line of chunk.toString().split('\n')) if (line.startsWith('The Firestore data file')) notify(line);
    });
    return child;
  };
}
