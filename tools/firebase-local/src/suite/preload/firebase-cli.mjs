/**
 * Loaded into the firebase CLI only. Plain JavaScript, because it runs before anything else. The exact version of firebase-tools in
 * package.json fixes the parts that are replaced; private-parts.test.ts names them, and each replacement has a test.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import zlib from 'node:zlib';
import { asOneChange, keepAccounts } from './cli/accounts.mjs';
import { keepFiles } from './cli/files.mjs';
import { watchJavaChildren } from './cli/java-children.mjs';
import { sendWhatIsNoGzip, survive, surviveLogs } from './cli/requests.mjs';
import { reviveRulesRuntime } from './cli/rules-runtime.mjs';

if (process.argv[1]?.includes('firebase-tools')) {
  const require = createRequire(process.argv[1]);
  const { FIREBASE_LOCAL_JAVA_SHIM: shim, FIREBASE_LOCAL_KEEP: keep } = process.env;
  compileSchemasLazily(require('exegesis-express'));
  survive({ Layer: require('express/lib/router/layer') });
  surviveLogs(fs);
  sendWhatIsNoGzip(require('../emulator/storage/apis/shared.js'), zlib);
  reviveRulesRuntime(require('../emulator/storage/rules/runtime.js'));
  watchJavaChildren({ isWindows: process.platform === 'win32' && shim !== undefined });
  if (process.argv.includes('--import')) keepSessions(require('../emulator/auth/operations.js').authOperations);
  if (keep) keepData(require, JSON.parse(keep));
}

/** Stores accounts and files before they are acknowledged; see firebase-suite.ts for `keep`. */
function keepData(require, { accounts, projectId, files }) {
  keepAccounts(require('../emulator/auth/state.js'), { file: accounts, projectId });
  keepFiles(
    {
      ...require('../emulator/storage/files.js'),
      ...require('../emulator/storage/metadata.js'),
      ...require('../emulator/storage/persistence.js'),
      ...require('../emulator/storage/index.js'),
    },
    files,
  );
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
 * When the Auth emulator imports accounts, it revokes every earlier token, so a restart would sign everybody out. The exported
 * times are restored after the import.
 */
function keepSessions({ identitytoolkit: { projects } }) {
  // The import calls the second one, with an empty tenant, for accounts of the project itself.
  for (const accounts of [projects.accounts, projects.tenants.accounts]) {
    const { batchCreate } = accounts;
    accounts.batchCreate = (state, body, ...rest) =>
      asOneChange(() => {
        const result = batchCreate(state, body, ...rest);
        for (const { localId, validSince, lastLoginAt, lastRefreshAt, passwordUpdatedAt } of body.users) {
          const times = { validSince, lastLoginAt, lastRefreshAt, passwordUpdatedAt };
          const known = Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
          if (state.getUserByLocalId(localId)) state.updateUserByLocalId(localId, known);
        }
        return result;
      });
  }
}
