import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PortName } from './ports.ts';
import { StartError } from './start-error.ts';

/** What a product tells the local stack about itself, in `stack.config.mjs` at its root. Paths are seen from there. */
export interface StackConfig {
  /** The product's name, for messages. */
  name: string;
  /** A `demo-` project: firebase-tools then never reaches for Google's services. */
  projectId: string;
  /** The default bucket of Storage. */
  bucket: string;
  builds: readonly BuildConfig[];
  functions: {
    /** The folder of the built functions, with its package.json. */
    source: string;
    targets: readonly FunctionConfig[];
    /** Variables for every function process, besides those that name the emulators. */
    env(context: StackContext): Record<string, string>;
  };
  /** Starts a development server of the app, for `npm run dev`. */
  web: { build: string; devServer(context: { port: number }): { cwd: string; command: readonly string[] } };
  seed: SeedConfig;
  /** Addresses asked for once before the stack counts as ready, so that nobody meets a process that is still loading. */
  warmUp: readonly string[];
  /** Printed when everything is ready. */
  accounts: { password: string; emails: readonly string[] };
}

export interface StackContext {
  /** Where the browser finds the app. */
  siteUrl: string;
}

/** Something that is built before it runs, unless it is up to date. */
export interface BuildConfig {
  name: string;
  command: readonly string[];
  /** Files and folders that the result depends on. Tests in them do not count. */
  sources: readonly string[];
  /** A file that is there once it has been built. */
  output: string;
}

export interface FunctionConfig {
  /** The export of the bundle, which is the function's name. */
  name: string;
  port: PortName;
  /** A path on which it takes WebSocket upgrades. */
  upgrades?: string;
  /** Whether it serves pages, in whose place the plain app is an answer too. */
  pages?: boolean;
}

/** A TypeScript program that fills empty emulators: `script prepare` (no emulators needed), then `script load`. */
export interface SeedConfig {
  script: string;
  prepare: readonly string[];
  load: readonly string[];
  env(context: StackContext): Record<string, string>;
}

/**
 * Reads `stack.config.mjs` in `root`.
 * @throws StartError when there is none, or it cannot be loaded
 */
export async function loadStackConfig(root: string): Promise<StackConfig> {
  const file = join(root, 'stack.config.mjs');
  if (!existsSync(file)) throw new StartError(`There is no stack.config.mjs in ${root}, so there is nothing to start.`);
  try {
    const module = (await import(pathToFileURL(file).href)) as { default: StackConfig };
    return module.default;
  } catch (error) {
    throw new StartError(`stack.config.mjs cannot be loaded: ${(error as Error).message}.`);
  }
}
