/**
 * Loaded into the firebase CLI only. Plain JavaScript, because it runs before anything else. package.json fixes the
 * exact version of firebase-tools, whose private parts are replaced here; private-parts.test.ts lists them, and each
 * replacement has a test.
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
  waitForPorts(require('../emulator/portUtils.js'));
  survive({ Layer: require('express/lib/router/layer') });
  surviveLogs(fs);
  sendWhatIsNoGzip(require('../emulator/storage/apis/shared.js'), zlib);
  reviveRulesRuntime(require('../emulator/storage/rules/runtime.js'));
  watchJavaChildren({ isWindows: process.platform === 'win32' && shim !== undefined });
  if (process.argv.includes('--import')) keepSessions(require('../emulator/auth/operations.js').authOperations);
  if (keep) keepData(require, JSON.parse(keep));
}

/** Waits for an emulator's port without the limit of 60 s, because the command that started the CLI has its own limit. */
function waitForPorts(portUtils) {
  const { waitForPortUsed } = portUtils;
  portUtils.waitForPortUsed = (port, host) => waitForPortUsed(port, host, 2 ** 31 - 1);
}

/** Stores accounts and files before they are acknowledged; see `keep` in firebase-suite.ts. */
function keepData(require, { accounts, projectId, files }) {
  keepAccounts(
    { ...require('../emulator/auth/state.js'), ...require('../emulator/auth/errors.js') },
    { file: accounts, projectId },
  );
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
 * Compiles JSON schemas on first use. The Auth emulator would compile several hundred at its start (7 s of CPU), because firebase-tools does not set
 * this option of exegesis, the library behind it.
 */
function compileSchemasLazily(exegesis) {
  const { middleware } = exegesis;
  exegesis.middleware = (spec, options) => middleware(spec, { ...options, lazyCompileValidationSchemas: true });
}

/**
 * Restores the exported token times after the Auth emulator imports accounts. The import revokes every earlier token,
 * so a restart would sign everybody out.
 */
function keepSessions({ identitytoolkit: { projects } }) {
  // For the project's own accounts, the import calls the second one with an empty tenant.
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
