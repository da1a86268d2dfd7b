import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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
import { type ManagedProcess, startProcess } from './processes.ts';
import { StartError } from './start-error.ts';

export interface FirebaseSuiteOptions {
  projectId: string;
  /** The folder of the real firebase.json, which paths in it are relative to. */
  root: string;
  /** A folder for generated files, logs and the emulators' temporary files. Made if missing. */
  runDir: string;
  services: readonly Service[];
  ports: EmulatorPorts;
  /** An export of Auth and Storage to begin with (a folder with firebase-export-metadata.json). */
  importDir?: string;
  /** Where the Firestore stand-in keeps its data; without it nothing is kept. */
  firestoreData?: string;
  /** Where accounts and files are kept before they are acknowledged; without it they are held in memory. */
  keep?: KeptData;
  /** Whether Google's own Firestore emulator and Storage rules runtime run in place of the stand-ins. */
  official?: boolean;
  /** Told of the process at once, so that it can be ended before it is ready. */
  onStart?: (process: ManagedProcess) => void;
  /** Receives what the CLI writes, besides the log file. */
  onLine?: (line: string) => void;
  /** Told what a person should know. */
  onNotice?: (message: string) => void;
  /** Told that the Firestore emulator ended by a signal, which the CLI takes no further notice of. */
  onFirestoreEnd?: (signal: string) => void;
  /** More arguments for `firebase emulators:start`. */
  extraArgs?: readonly string[];
  /** More variables for the CLI, and so for functions in the Functions emulator. */
  env?: Readonly<Record<string, string>>;
  /** Rules to use in place of the files that firebase.json names. */
  rules?: { firestore?: string; storage?: string };
  /** Functions whose pages the plain app can stand for. */
  fallsBackToApp?: ReadonlySet<string>;
}

export interface FirebaseSuite {
  readonly process: ManagedProcess;
  stop(): Promise<void>;
}

const SUITE = dirname(fileURLToPath(import.meta.url));
/** The programs that stand in for Google's. */
export const STAND_INS = {
  firestore: resolve(SUITE, '../firestore/main.ts'),
  storage: resolve(SUITE, '../storage-rules/main.ts'),
};
/** Lines for the person who started the stack begin so (preload/cli/notices.mjs). */
const NOTICE = 'firebase-local: ';
const FIRESTORE_ENDED = /Firestore Emulator has exited upon receiving signal: (\w+)/;
const READY_WITHIN_MS = 60_000;
/** What a rules file says when firebase.json names none: nothing is allowed. */
const CLOSED: Record<'firestore' | 'storage', string> = {
  firestore: "rules_version = '2';\nservice cloud.firestore { match /databases/{db}/documents {} }\n",
  storage: "rules_version = '2';\nservice firebase.storage { match /b/{bucket}/o {} }\n",
};

/**
 * Starts firebase-tools' own emulators, as `firebase emulators:start` does, on a generated copy of firebase.json.
 * Settles when all of them accept requests.
 * @throws StartError when they do not come up
 */
export async function startFirebaseSuite(options: FirebaseSuiteOptions): Promise<FirebaseSuite> {
  const configFile = await prepareRunDir(options);
  const { runDir, services, importDir, projectId } = options;
  const args = [firebaseCli(), 'emulators:start', '--config', configFile, '--project', projectId];
  args.push('--only', services.join(','));
  if (importDir) args.push('--import', importDir);
  args.push(...(options.extraArgs ?? []));

  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const child = startProcess({
    name: 'firebase',
    command: process.execPath,
    args,
    cwd: runDir,
    env: { ...firebaseEnvironment(options), ...options.env },
    logFile: join(runDir, 'firebase.log'),
    preload: [new URL('./preload/firebase-cli.mjs', import.meta.url).href],
    // The Functions emulator tries `require` first, and does not expect it to get halfway with a module that awaits.
    nodeOptions: services.includes('functions') ? ['--no-experimental-require-module'] : [],
    onLine(line) {
      options.onLine?.(line);
      if (line.startsWith(NOTICE)) options.onNotice?.(line.slice(NOTICE.length));
      const [, signal] = FIRESTORE_ENDED.exec(line) ?? [];
      if (signal) options.onFirestoreEnd?.(signal);
      if (line.includes('All emulators ready')) onReady();
    },
  });
  options.onStart?.(child);
  const stop = () => child.stop(8000);
  const failure = await firstOf(ready, child, READY_WITHIN_MS);
  if (failure) {
    await stop();
    throw new StartError(
      `The Firebase emulators did not start: ${failure.replace(/\.$/, '')} (all they wrote: ${child.logFile})`,
    );
  }
  return { process: child, stop };
}

/** Settles with a reason when the suite ended or took too long, with nothing when it became ready. */
async function firstOf(ready: Promise<void>, child: ManagedProcess, limitMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`not ready after ${limitMs / 1000} s`), limitMs);
  });
  const ended = child.exited.then(() => reasonOf(child));
  const failure = await Promise.race([ready.then(() => undefined), ended, late]);
  clearTimeout(timer);
  return failure;
}

/** What the CLI, or the Firestore emulator below it, said last about why it ended. */
function reasonOf(child: ManagedProcess): string {
  const lines = child.lastLines();
  const firestoreLog = join(dirname(child.logFile), 'firestore-debug.log');
  const isFirestore = lines.some((line) => line.includes('Firestore Emulator has exited'));
  if (isFirestore && existsSync(firestoreLog)) {
    const said = readFileSync(firestoreLog, 'utf8').split('\n');
    return `Firestore: ${(said.find((line) => /^\w*error/i.test(line)) ?? lastSaid(said)).trim()}`;
  }
  const telling = lines.findLast((line) => /^\s*(error:|⚠.*(fatal|taken|not open|error))/i.test(line));
  return (telling ?? lastSaid(lines)).trim();
}

function lastSaid(lines: readonly string[]): string {
  return lines.findLast((line) => line.trim() !== '' && !/^Node\.js v/.test(line)) ?? 'it ended without a word';
}

/** The variables by which the Firestore stand-in finds its files. */
export function firestoreVariables({ root, firestoreData }: { root: string; firestoreData: string | undefined }) {
  const indexes = readFirebaseJson(root).firestore?.indexes ?? 'firestore.indexes.json';
  return {
    ...(firestoreData && { FIREBASE_LOCAL_FIRESTORE_DATA: firestoreData }),
    FIREBASE_LOCAL_FIRESTORE_INDEXES: join(root, indexes),
  };
}

/** The environment of the firebase CLI: ours in place of the Java programs, and nothing written outside `runDir`. */
function firebaseEnvironment(options: FirebaseSuiteOptions): Record<string, string | undefined> {
  const { runDir, root, official, firestoreData, services } = options;
  const temporary = join(runDir, 'tmp');
  const env: Record<string, string | undefined> = {
    // Without these the CLI asks a server for news at each start and keeps notes in the home folder.
    CI: 'true',
    NO_UPDATE_NOTIFIER: '1',
    XDG_CONFIG_HOME: join(runDir, 'config'),
    FORCE_COLOR: '0',
    // The Storage emulator keeps its files below the temporary folder, under one name for all that run.
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    FIREBASE_CONFIG: undefined,
    GCLOUD_PROJECT: undefined,
    // The functions framework's variables mean something else to the CLI.
    FIRESTORE_EMULATOR_HOST: undefined,
    FIREBASE_AUTH_EMULATOR_HOST: undefined,
    FIREBASE_STORAGE_EMULATOR_HOST: undefined,
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
 * Writes the file that stands for a Java archive. Not the stand-in itself: firebase-tools sets the mode of the file
 * that it is given, and a start must not change the checkout.
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

/** Writes the generated firebase.json and puts beside it what it names. */
async function prepareRunDir(options: FirebaseSuiteOptions): Promise<string> {
  const { root, runDir, services, ports, rules } = options;
  const source = readFirebaseJson(root);
  rmSync(join(runDir, 'tmp'), { recursive: true, force: true });
  mkdirSync(join(runDir, 'tmp'), { recursive: true });
  rmSync(join(runDir, 'firebase.log'), { force: true });
  const files = {
    public: 'public',
    firestoreRules: 'firestore.rules',
    storageRules: 'storage.rules',
    functions: 'functions',
  };
  for (const service of ['firestore', 'storage'] as const) {
    const target = join(runDir, `${service}.rules`);
    const text = rules?.[service];
    const original = join(root, source[service]?.rules ?? `${service}.rules`);
    if (text !== undefined || !existsSync(original)) replaceFile(target, text ?? CLOSED[service]);
    else await linkOrCopy(original, target, 'file');
  }
  if (services.includes('hosting')) {
    rmSync(join(runDir, files.public), { recursive: true, force: true });
    mkdirSync(join(runDir, files.public));
  }
  const [functions] = source.functions ?? [];
  if (services.includes('functions') && functions) {
    await linkOrCopy(join(root, functions.source), join(runDir, 'functions'), 'junction');
  }
  const configFile = join(runDir, 'firebase.json');
  const config = localFirebaseConfig(source, {
    services,
    ports,
    files,
    ...(options.fallsBackToApp && { fallsBackToApp: options.fallsBackToApp }),
  });
  writeFileSync(configFile, `${JSON.stringify(config, null, 2)}\n`);
  return configFile;
}

/**
 * Gives the Hosting emulator the built app. A copy, so that pages which are open keep working when somebody builds the app
 * anew meanwhile: the parts that they load later carry the names of their own build.
 */
export function publishApp(root: string, runDir: string): void {
  cpSync(join(root, hostingFolder(root)), join(runDir, 'public'), { recursive: true });
}

/** Makes sure that there is an app to publish, once it has been built. @throws StartError */
export function requireApp(root: string): void {
  const folder = hostingFolder(root);
  if (existsSync(join(root, folder))) return;
  throw new StartError(`firebase.json names the hosting folder ${folder}, which does not exist.`);
}

function hostingFolder(root: string): string {
  return readFirebaseJson(root).hosting?.public ?? 'public';
}

/** The CLI refuses files outside the folder of its configuration, so they are linked into it. */
async function linkOrCopy(original: string, target: string, type: 'file' | 'junction'): Promise<void> {
  rmSync(target, { force: true, recursive: true });
  try {
    symlinkSync(original, target, type);
  } catch (error) {
    // Windows lets only some accounts link files: a copy then does not follow later edits of the rules.
    if (type !== 'file' || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    await copyFile(original, target);
  }
}

function replaceFile(target: string, text: string): void {
  rmSync(target, { force: true });
  writeFileSync(target, text);
}

/** Reads the firebase.json of the project at `root`; a project without one has no settings. */
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
