/**
 * Loaded into the firebase CLI only. Plain JavaScript, because it runs before anything else.
 *
 * 1. The Auth emulator compiles several hundred JSON schemas when it starts (7 s of CPU). exegesis, the library behind
 *    it, has an option to compile each at its first use, which firebase-tools does not set.
 * 2. On Windows a process can only be started from an .exe, so the `java` command that stands first on PATH elsewhere
 *    (java-shim/) is put in at `spawn`.
 */
import childProcess from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

if (process.argv[1]?.includes('firebase-tools')) {
  const require = createRequire(process.argv[1]);

  const exegesis = require('exegesis-express');
  const { middleware } = exegesis;
  exegesis.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true });

  if (process.platform === 'win32' && process.env.INKWELL_JAVA_SHIM) {
    const shim = fileURLToPath(new URL('../java-shim/java.mjs', import.meta.url));
    const { spawn } = childProcess;
    childProcess.spawn = (command, args = [], ...rest) =>
      command === 'java' ? spawn(process.execPath, [shim, ...args], ...rest) : spawn(command, args, ...rest);
  }
}
