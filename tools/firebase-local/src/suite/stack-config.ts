import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from './start-error.ts';

/** A project's settings for the local stack, in `stack.config.mjs` at its root. Paths are relative to that folder. */
export interface StackConfig {
  /** The project's name, for messages. */
  readonly name: string;
  /** The prefix of variables: for `NOTES`, `NOTES_PORT` is the app's port and `NOTES_DATA_DIR` the data folder. */
  readonly variablePrefix: string;
  /** A `demo-` project: firebase-tools never calls Google's services for it. */
  readonly projectId: string;
  /** The default bucket of Storage; by default the name that Firebase gives it. */
  readonly bucket?: string;
  /** The folder of build stamps, logs and, unless a variable names another folder, the data. Add it to .gitignore. */
  readonly workDir?: string;
  /**
   * The format of the stored data, 1 by default. Folders with data of another format, or without a format, are refused.
   */
  readonly dataFormat?: number;
  /** Ports that replace the defaults. */
  readonly ports?: Readonly<Partial<Record<StandardPart, number>>>;
  /** Builds. `npm run emulators` runs them in this order; otherwise they run at the same time. */
  readonly builds?: readonly BuildConfig[];
  readonly functions?: FunctionsConfig;
  /** Starts a development server of the app, for `--dev`. */
  readonly web?: WebConfig;
  readonly seed?: SeedConfig;
  /** Addresses to request before the stack is reported as ready, so that processes have loaded by then. */
  readonly warmUp?: readonly string[];
  /** Lines printed when everything is ready, such as who can sign in. */
  readonly notes?: readonly StackNote[];
}

/** Parts with their own port, apart from the functions. `app` is the address to open, `functions` is Google's Functions emulator. */
export type StandardPart = 'app' | 'hosting' | 'functions' | 'firestore' | 'auth' | 'storage';

/** A {@link StackConfig} with all defaults. */
export type Stack = Required<Omit<StackConfig, 'web' | 'seed' | 'functions'>> &
  Pick<StackConfig, 'web' | 'seed'> & {
    readonly functions: Required<Omit<FunctionsConfig, 'schedulePath'>> & Pick<FunctionsConfig, 'schedulePath'>;
  };

export interface StackContext {
  /** The address of the app. */
  readonly siteUrl: string;
  /** Whether a development server serves the app. */
  readonly isDevelopment?: boolean;
}

/** A part that must be built before it runs. */
export interface BuildConfig {
  readonly name: string;
  readonly command: readonly string[];
  /** Files and folders on which the result depends. Tests in them are ignored. */
  readonly sources: readonly string[];
  /** A file that exists after the build. */
  readonly output: string;
}

export interface FunctionsConfig {
  /** The folder of the built functions, with its package.json; `functions` by default. */
  readonly source?: string;
  /** The functions. Each runs in its own process. */
  readonly targets?: readonly FunctionConfig[];
  /** The path for running a scheduled function immediately: `POST {schedulePath}/{name}`. Not available by default. */
  readonly schedulePath?: string;
  /** Variables for every function process, in addition to the emulators' addresses. */
  env?(context: StackContext): Record<string, string>;
}

export interface FunctionConfig {
  /** The export of the package, which is the function's name. */
  readonly name: string;
  readonly port: number;
  /** The variable for the port; by default the prefix and the name: `NOTES_SENDMAIL_PORT` for `sendMail`. */
  readonly variable?: string;
  /** A path on which the function accepts WebSocket upgrades. */
  readonly upgrades?: string;
}

export interface WebConfig {
  /** The name of the build that the development server replaces. */
  readonly build: string;
  devServer(context: { port: number }): { cwd: string; command: readonly string[] };
}

/** A TypeScript program that fills empty emulators. */
export interface SeedConfig {
  readonly script: string;
  /** Variables in addition to the emulators' addresses. */
  env?(context: StackContext): Record<string, string>;
}

export interface StackNote {
  readonly label: string;
  readonly text: string;
}

const FILE = 'stack.config.mjs';
const NEEDED = ['name', 'variablePrefix', 'projectId'] as const;
const KNOWN: ReadonlySet<string> = new Set([
  ...NEEDED,
  'bucket',
  'workDir',
  'dataFormat',
  'ports',
  'builds',
  'functions',
  'web',
  'seed',
  'warmUp',
  'notes',
] satisfies (keyof StackConfig)[]);

/**
 * The nearest folder with a `stack.config.mjs`, from `start` upwards.
 * @throws StartError if there is none
 */
export function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, FILE))) return folder;
    if (dirname(folder) === folder) {
      throw new StartError(`There is no ${FILE} in ${start} or above it, so there is nothing to start.`);
    }
  }
}

/**
 * Reads `stack.config.mjs` in `root`.
 * @throws StartError if it is missing, incomplete or cannot be loaded
 */
export async function loadStackConfig(root: string): Promise<Stack> {
  const file = join(root, FILE);
  if (!existsSync(file)) throw new StartError(`There is no ${FILE} in ${root}, so there is nothing to start.`);
  let config: StackConfig;
  try {
    config = ((await import(pathToFileURL(file).href)) as { default: StackConfig }).default;
  } catch (error) {
    throw new StartError(`${FILE} cannot be loaded: ${(error as Error).message}.`);
  }
  return completeConfig(config);
}

/** Checks the settings and adds the defaults. @throws StartError with the name of the wrong field */
export function completeConfig(config: StackConfig): Stack {
  if (typeof config !== 'object' || config === null) throw new StartError(`${FILE} has no default export.`);
  for (const field of NEEDED) {
    if (typeof config[field] !== 'string' || config[field] === '') {
      throw new StartError(`${FILE} does not say "${field}", which the local stack needs.`);
    }
  }
  const unknown = Object.keys(config).find((field) => !KNOWN.has(field));
  if (unknown) throw new StartError(`${FILE} says "${unknown}", which the local stack does not know.`);
  if (!/^[A-Z][A-Z0-9_]*$/.test(config.variablePrefix)) {
    throw new StartError(`${FILE}: "${config.variablePrefix}" cannot begin the name of a variable (as NOTES can).`);
  }
  const { source = 'functions', targets = [], env = () => ({}), schedulePath } = config.functions ?? {};
  return {
    ...config,
    bucket: config.bucket ?? defaultBucket(config.projectId),
    workDir: config.workDir ?? '.firebase-local',
    dataFormat: config.dataFormat ?? 1,
    ports: config.ports ?? {},
    builds: config.builds ?? [],
    functions: { source, targets, env, ...(schedulePath && { schedulePath }) },
    warmUp: config.warmUp ?? [],
    notes: config.notes ?? [],
  };
}

/** Firebase's name for the default bucket of a project. */
export function defaultBucket(projectId: string): string {
  return `${projectId}.firebasestorage.app`;
}

/** The variable for the path of the data folder. */
export function dataDirVariable({ variablePrefix }: Pick<StackConfig, 'variablePrefix'>): string {
  return `${variablePrefix}_DATA_DIR`;
}
