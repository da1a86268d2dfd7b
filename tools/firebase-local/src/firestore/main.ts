import { existsSync } from 'node:fs';
import { parseArguments } from './arguments.ts';
import { type FirestoreEmulatorOptions, startFirestoreEmulator } from './server.ts';
import { warmUp } from './warm-up.ts';

/**
 * The program that replaces the official emulator's JAR, with the same arguments (those without an effect are ignored)
 * and the same ready line. FIREBASE_LOCAL_FIRESTORE_DATA names the data file, FIREBASE_LOCAL_FIRESTORE_INDEXES the
 * indexes file.
 */
const given = parseArguments(process.argv.slice(2));
const host = given.get('host') ?? '127.0.0.1';
/** Lets the other parts of the stack start first. */
const warmUpDelayMs = 500;
const port = Number(given.get('port') ?? 8080);

function optionsFrom(env: NodeJS.ProcessEnv): FirestoreEmulatorOptions {
  const { FIREBASE_LOCAL_FIRESTORE_DATA: dataFile, FIREBASE_LOCAL_FIRESTORE_INDEXES: indexesFile } = env;
  const rulesFile = given.get('rules');
  const importFile = given.get('seed_from_export');
  const isImported = importFile && !(dataFile && existsSync(dataFile));
  return {
    host,
    port,
    ...(rulesFile ? { rulesFile } : {}),
    ...(dataFile ? { dataFile } : {}),
    ...(indexesFile ? { indexesFile } : {}),
    ...(isImported ? { importFile } : {}),
  };
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? `Port ${port} on ${host} is taken by another process.` : message;
}

try {
  const emulator = await startFirestoreEmulator(optionsFrom(process.env));
  console.log(`API endpoint: http://${host}:${emulator.port}\nDev App Server is now running.`);
  setTimeout(() => warmUp().catch(console.error), warmUpDelayMs).unref();
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await emulator.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      });
    });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
