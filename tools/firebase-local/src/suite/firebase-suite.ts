import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type EmulatorPorts,
  type FirebaseJson,
  localFirebaseConfig,
  normalized,
  type Service,
} from './firebase-config.ts';
import type { KeptData } from './kept-data.ts';
import { QUIET, waitWhileBusy } from './patience.ts';
import { whenFree } from './ports.ts';
import { type ManagedProcess, startProcess } from './processes.ts';
import { START_FRESH, StartError } from './start-error.ts';

export interface FirebaseSuiteOptions {
  projectId: string;
  /** The folder of the project's firebase.json, whose paths are relative to it. */
  root: string;
  /** A folder for generated files, logs and the emulators' temporary files. Created if missing. */
  runDir: string;
  services: readonly Service[];
  ports: EmulatorPorts;
  /** An export of Auth and Storage to import (a folder with firebase-export-metadata.json). */
  importDir?: string;
  /** The path of the Firestore stand-in's data file; without it, data is only in memory. */
  firestoreData?: string;
  /** The paths where accounts and files are stored before they are acknowledged; without them, both are only in memory. */
  keep?: KeptData;
  /** Whether to use Google's own Firestore emulator and Storage rules runtime instead of the stand-ins. */
  official?: boolean;
  /** Called with the process as soon as it exists, so that the caller can stop it before it is ready. */
  onStart?: (process: ManagedProcess) => void;
  /** Called with each line of the CLI's output, which is also written to the log file. */
  onLine?: (line: string) => void;
  /** Called with messages for the person who started the stack. */
  onMessage?: (message: string) => void;
  /** Called when a signal has ended the Firestore emulator. The CLI only logs this. */
  onFirestoreEnd?: (signal: string) => void;
  /** More arguments for `firebase emulators:start`. */
  extraArgs?: readonly string[];
  /** More variables for the CLI and for functions in the Functions emulator. */
  env?: Readonly<Record<string, string>>;
  /** Rules to use instead of the files in firebase.json. */
  rules?: { firestore?: string; storage?: string };
}

export interface FirebaseSuite {
  readonly process: ManagedProcess;
  stop(): Promise<void>;
}

const SUITE = dirname(fileURLToPath(import.meta.url));
/** The programs of the stand-ins. */
export const STAND_INS = {
  firestore: resolve(SUITE, '../firestore/main.ts'),
  storage: resolve(SUITE, '../storage-rules/main.ts'),
};
/** The prefix of lines for the person who started the stack (preload/cli/messages.mjs). */
const MESSAGE_PREFIX = 'firebase-local: ';
const FIRESTORE_ENDED = /Firestore Emulator has exited upon receiving signal: (\w+)/;
const UNEXPECTED = 'An unexpected error has occurred';
const CLI_LOG = 'firebase-debug.log';
/** Children check their parent once a second, and end within three more seconds. */
const OUTLIVING_MS = 10_000;
/** The rules if firebase.json has no rules file: everything is denied. */
const CLOSED: Record<'firestore' | 'storage', string> = {
  firestore: "rules_version = '2';\nservice cloud.firestore { match /databases/{db}/documents {} }\n",
  storage: "rules_version = '2';\nservice firebase.storage { match /b/{bucket}/o {} }\n",
};

/**
 * Starts firebase-tools' emulators with a generated copy of firebase.json, like `firebase emulators:start`. Resolves when all of them accept
 * requests.
 * @throws StartError if they do not start
 */
export async function startFirebaseSuite(options: FirebaseSuiteOptions): Promise<FirebaseSuite> {
  const configFile = await prepareRunDir(options);
  const { runDir, services, importDir, projectId, ports } = options;
  const args = [firebaseCli(), 'emulators:start', '--config', configFile, '--project', projectId];
  args.push('--only', services.join(','));
  if (importDir) args.push('--import', importDir);
  args.push(...(options.extraArgs ?? []));

  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  let isEnding = false;
  const child = startProcess({
    name: 'firebase',
    command: process.execPath,
    args,
    cwd: runDir,
    env: { ...firebaseEnvironment(options), ...options.env },
    logFile: join(runDir, 'firebase.log'),
    preload: [new URL('./preload/firebase-cli.mjs', import.meta.url).href],
    // The Functions emulator tries `require` first and cannot handle a module with top-level await that fails.
    nodeOptions: services.includes('functions') ? ['--no-experimental-require-module'] : [],
    onLine(line) {
      options.onLine?.(line);
      if (line.startsWith(MESSAGE_PREFIX)) options.onMessage?.(line.slice(MESSAGE_PREFIX.length));
      const [, signal] = FIRESTORE_ENDED.exec(line) ?? [];
      if (signal) options.onFirestoreEnd?.(signal);
      // The CLI reports that all are ready even if one could not open its port. Then it ends.
      isEnding ||= line.includes(UNEXPECTED);
      if (line.includes('All emulators ready') && !isEnding) onReady();
    },
  });
  options.onStart?.(child);
  const stop = async () => {
    await child.stop(8000);
    // After a kill of the CLI, emulators run until they notice it, and the next start needs their ports.
    await whenFree(
      services.map((service) => ports[service]),
      OUTLIVING_MS,
    );
  };
  const outcome = await waitWhileBusy(ready, child);
  if (outcome !== undefined) {
    const failure = outcome === 'ended' ? reasonOf(child) : QUIET;
    const remedy = /Firestore data file .* cannot be read/.test(failure) ? `. ${START_FRESH}` : '';
    await stop();
    throw new StartError(
      `The Firebase emulators did not start: ${failure.replace(/\.$/, '')} (all they wrote: ${child.logFile})${remedy}`,
    );
  }
  return { process: child, stop };
}

/** The last message of the CLI or the Firestore emulator about why it ended. */
function reasonOf(child: ManagedProcess): string {
  const lines = child.lastLines();
  const firestoreLog = join(dirname(child.logFile), 'firestore-debug.log');
  const isFirestore = lines.some((line) => line.includes('Firestore Emulator has exited'));
  if (isFirestore && existsSync(firestoreLog)) {
    const said = readFileSync(firestoreLog, 'utf8').split('\n');
    return `Firestore: ${(said.find((line) => /^\w*error/i.test(line)) ?? lastSaid(said)).trim()}`;
  }
  const telling = lines.findLast((line) => /^\s*(error:|⚠.*(fatal|taken|not open|error))/i.test(line));
  // The CLI writes unexpected errors only to its debug log.
  const unexpected = telling?.includes(UNEXPECTED) && loggedError(join(dirname(child.logFile), CLI_LOG));
  return (unexpected || telling || lastSaid(lines)).trim();
}

function loggedError(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const errors = readFileSync(file, 'utf8').matchAll(/^\[debug\] \[[^\]]+\] (\w*Error: .+)$/gm);
  return [...errors].at(-1)?.[1];
}

function lastSaid(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== '' && !/^Node\.js v/.test(line)) ?? 'it ended without a word';
}

/** The variables with the paths of the Firestore stand-in's files. */
export function firestoreVariables({ root, firestoreData }: { root: string; firestoreData: string | undefined }) {
  const indexes = readFirebaseJson(root).firestore?.indexes ?? 'firestore.indexes.json';
  return {
    ...(firestoreData && { FIREBASE_LOCAL_FIRESTORE_DATA: firestoreData }),
    FIREBASE_LOCAL_FIRESTORE_INDEXES: join(root, indexes),
  };
}

/**
 * The environment of the firebase CLI: the stand-ins replace the Java programs, and nothing is written outside
 * `runDir`.
 */
function firebaseEnvironment(options: FirebaseSuiteOptions): Record<string, string | undefined> {
  const { runDir, root, official, firestoreData, services } = options;
  const temporary = join(runDir, 'tmp');
  const env: Record<string, string | undefined> = {
    // Otherwise, the CLI checks for updates at each start and writes to the home folder.
    CI: 'true',
    NO_UPDATE_NOTIFIER: '1',
    XDG_CONFIG_HOME: join(runDir, 'config'),
    FORCE_COLOR: '0',
    // The Storage emulator stores its files in the temporary folder, under the same name for all running emulators.
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    FIREBASE_CONFIG: undefined,
    GCLOUD_PROJECT: undefined,
    // These variables of the functions framework have another meaning in the CLI.
    FIRESTORE_EMULATOR_HOST: undefined,
    FIREBASE_AUTH_EMULATOR_HOST: undefined,
    FIREBASE_STORAGE_EMULATOR_HOST: undefined,
    // In seconds: the Functions emulator would give up after 10 s, which a busy machine exceeds.
    FUNCTIONS_DISCOVERY_TIMEOUT: '600',
    FIREBASE_LOCAL_TMPDIR: tmpdir(),
    FIREBASE_LOCAL_KEEP: options.keep && JSON.stringify({ ...options.keep, projectId: options.projectId }),
    ...firestoreVariables({ root, firestoreData }),
  };
  if (!official) {
    const shim = join(SUITE, 'java-shim');
    env.PATH = `${shim}${delimiter}${process.env.PATH ?? ''}`;
    env.FIREBASE_LOCAL_JAVA_SHIM = shim;
    env.FIREBASE_LOCAL_NODE = process.execPath;
    if (services.includes('firestore')) env.FIRESTORE_EMULATOR_BINARY_PATH = writeEntry(runDir, 'firestore');
    if (services.includes('storage')) env.STORAGE_EMULATOR_BINARY_PATH = writeEntry(runDir, 'storage');
  }
  return env;
}

/**
 * Writes the file that is passed as a Java archive. It only imports the stand-in, because firebase-tools changes the
 * mode of the file, and a start must not change the checkout.
 */
function writeEntry(runDir: string, service: keyof typeof STAND_INS): string {
  const file = join(runDir, `${service}-emulator.mjs`);
  const main = STAND_INS[service];
  writeFileSync(
    file,
    `import { pathToFileURL } from 'node:url';\nconst main = ${JSON.stringify(main)};\nprocess.argv[1] = main;\nawait import(pathToFileURL(main).href);\n`,
  );
  return file;
}

/** Writes the generated firebase.json, and copies or links the files in it into the same folder. */
async function prepareRunDir(options: FirebaseSuiteOptions): Promise<string> {
  const { root, runDir, services, ports, rules } = options;
  const source = readFirebaseJson(root);
  rmSync(join(runDir, 'tmp'), { recursive: true, force: true });
  mkdirSync(join(runDir, 'tmp'), { recursive: true });
  for (const log of ['firebase.log', CLI_LOG]) rmSync(join(runDir, log), { force: true });
  for (const service of ['firestore', 'storage'] as const) {
    const target = join(runDir, `${service}.rules`);
    const text = rules?.[service];
    const original = join(root, source[service]?.rules ?? `${service}.rules`);
    if (text !== undefined || !existsSync(original)) replaceFile(target, text ?? CLOSED[service]);
    else await linkOrCopy(original, target, 'file');
  }
  if (services.includes('hosting')) {
    rmSync(join(runDir, 'public'), { recursive: true, force: true });
    mkdirSync(join(runDir, 'public'));
  }
  const [functions] = source.functions ?? [];
  if (services.includes('functions') && functions) {
    await linkOrCopy(join(root, functions.source), join(runDir, 'functions'), 'junction');
  }
  const configFile = join(runDir, 'firebase.json');
  writeFileSync(configFile, `${JSON.stringify(localFirebaseConfig(source, { services, ports }), null, 2)}\n`);
  return configFile;
}

/**
 * Copies the built app for the Hosting emulator, so that open pages can load their later chunks from the copy after the
 * app is built again.
 */
export function publishApp(root: string, runDir: string): void {
  cpSync(join(root, hostingFolder(root)), join(runDir, 'public'), { recursive: true });
}

/** Whether the published app has a file at a path, which must not have dot segments. */
export function hasPublished(runDir: string, path: string): boolean {
  try {
    return statSync(join(runDir, 'public', path), { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false; // No file can have this name.
  }
}

/** Checks that the app has been built. @throws StartError */
export function requireApp(root: string): void {
  const folder = hostingFolder(root);
  if (existsSync(join(root, folder))) return;
  throw new StartError(`firebase.json names the hosting folder ${folder}, which does not exist.`);
}

function hostingFolder(root: string): string {
  return readFirebaseJson(root).hosting?.public ?? 'public';
}

/** Links a file into the folder of the configuration, because the CLI refuses files outside of it. */
async function linkOrCopy(original: string, target: string, type: 'file' | 'junction'): Promise<void> {
  rmSync(target, { force: true, recursive: true });
  try {
    symlinkSync(original, target, type);
  } catch (error) {
    // On Windows, only some accounts may link files. A copy does not follow later edits of the rules.
    if (type !== 'file' || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    await copyFile(original, target);
  }
}

function replaceFile(target: string, text: string): void {
  rmSync(target, { force: true });
  writeFileSync(target, text);
}

/** Reads firebase.json in `root`; returns an empty configuration if it does not exist. */
export function readFirebaseJson(root: string): FirebaseJson {
  const file = join(root, 'firebase.json');
  if (!existsSync(file)) return {};
  let written: Record<string, unknown>;
  try {
    written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new StartError(`firebase.json cannot be read: ${(error as Error).message}.`);
  }
  return normalized(written);
}

function firebaseCli(): string {
  const manifest = createRequire(import.meta.url).resolve('firebase-tools/package.json');
  return join(dirname(manifest), 'lib/bin/firebase.js');
}
