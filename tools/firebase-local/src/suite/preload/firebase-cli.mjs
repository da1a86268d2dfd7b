/**
 * Loaded into the firebase CLI only. Plain JavaScript, because it runs before anything else. What is changed is pinned by
 * the exact version of firebase-tools in package.json, and each change has a test in this package.
 */
import childProcess from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

if (process.argv[1]?.includes('firebase-tools')) {
  const require = createRequire(process.argv[1]);
  compileSchemasLazily(require('exegesis-express'));
  if (process.argv.includes('--import')) keepSessions(require('../emulator/auth/operations.js').authOperations);
  if (process.platform === 'win32' && process.env.FIREBASE_LOCAL_JAVA_SHIM) startJavaShim();
}

/**
 * The Auth emulator compiles several hundred JSON schemas when it starts (7 s of CPU). exegesis, the library behind it,
 * has an option to compile each at its first use, which firebase-tools does not set.
 */
function compileSchemasLazily(exegesis) {
  const { middleware } = exegesis;
  exegesis.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true });
}

/**
 * Importing accounts makes the Auth emulator revoke every token given out before: everybody would be signed out by a
 * restart. The times that were exported are put back after an import.
 */
function keepSessions({ identitytoolkit: { projects } }) {
  // The import uses the second, with an empty tenant, for accounts of the project itself.
  for (const accounts of [projects.accounts, projects.tenants.accounts]) {
    const { batchCreate } = accounts;
    accounts.batchCreate = (state, body, ...rest) => {
      const result = batchCreate(state, body, ...rest);
      for (const { localId, validSince, lastLoginAt, lastRefreshAt, passwordUpdatedAt } of body.users) {
        const times = { validSince, lastLoginAt, lastRefreshAt, passwordUpdatedAt };
        const known = Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
        if (state.getUserByLocalId(localId)) state.updateUserByLocalId(localId, known);
      }
      return result;
    };
  }
}

/**
 * Windows starts programs only from an .exe, so the `java` command that stands first on PATH elsewhere (java-shim/) is
 * put in at `spawn`.
 */
function startJavaShim() {
  const shim = fileURLToPath(new URL('../java-shim/java.mjs', import.meta.url));
  const { spawn } = childProcess;
  childProcess.spawn = (command, args = [], ...rest) =>
    command === 'java' ? spawn(process.execPath, [shim, ...args], ...rest) : spawn(command, args, ...rest);
}
