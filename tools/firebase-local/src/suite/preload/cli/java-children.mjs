import childProcess from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { notify } from './notices.mjs';

/**
 * Looks after what firebase-tools starts as `java`. What the Firestore stand-in has to tell the person reaches them, where
 * firebase-tools keeps it in a file. Windows starts programs only from an .exe, so the command that stands first on PATH elsewhere
 * (java-shim/) is put in here.
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
