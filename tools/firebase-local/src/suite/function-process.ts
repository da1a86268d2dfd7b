import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Backend } from './gateway/forward.ts';
import { whenListening } from './ports.ts';
import { type ManagedProcess, startProcess } from './processes.ts';
import { again, RestartPace } from './restart-pace.ts';

export interface FunctionSpec {
  name: string;
  port: number;
  /** The folder of the built functions. */
  source: string;
  /** The module with the function, if it is not the main module of `source`. */
  module?: string;
  env: Record<string, string>;
  logFile: string;
  /** Called with each line of output, which is also written to the log file. */
  onLine?: (line: string) => void;
}

export interface FunctionProcessOptions extends FunctionSpec {
  /** A description of the process for the beginning of a message; by default `The NAME function`. */
  title?: string;
  /** Called when the process has ended unexpectedly. It is restarted, with growing pauses if this happens often. */
  onTrouble(message: string): void;
}

const FRAMEWORK = '@google-cloud/functions-framework';

/** Starts one process of Google's functions framework for a function. */
function startFunction({ name, port, source, module = source, env, logFile, onLine }: FunctionSpec): ManagedProcess {
  return startProcess({
    name,
    command: process.execPath,
    args: [frameworkCli(source), `--source=${module}`, `--target=${name}`, `--port=${port}`, '--signature-type=http'],
    cwd: source,
    env: { ...env, FUNCTION_TARGET: name, PORT: String(port), NODE_ENV: 'production' },
    logFile,
    preload: [new URL('./preload/loopback.mjs', import.meta.url).href],
    ...(onLine && { onLine }),
  });
}

/**
 * One function in a long-lived process of Google's functions framework. As in production, a process that ends is
 * replaced.
 */
export class FunctionProcess {
  readonly #options: FunctionProcessOptions;
  #process: ManagedProcess | undefined;
  #ready: Promise<boolean> = Promise.resolve(false);
  #isStopping = false;
  readonly #pace = new RestartPace();

  constructor(options: FunctionProcessOptions) {
    this.#options = options;
  }

  /** @returns whether the process accepts requests; if not, its output says why */
  start(): Promise<boolean> {
    this.#isStopping = false;
    return this.#run({ isReplacement: false });
  }

  #run({ isReplacement }: { isReplacement: boolean }): Promise<boolean> {
    const { port } = this.#options;
    const child = startFunction(this.#options);
    this.#process = child;
    this.#ready = whenListening(port, child);
    void this.#ready.then(async (isReady) => {
      if (!isReady) await child.stop(); // It may hang.
      await child.exited;
      // If the first process does not become ready, `start` reports it. A replacement is restarted.
      if (isReady || isReplacement) await this.#onExit(child);
    });
    return this.#ready;
  }

  /** The backend for requests. Waits for a process that is starting; undefined if none is running. */
  async backend(): Promise<Backend | undefined> {
    return (await this.#ready) ? { name: this.#title, port: this.#options.port } : undefined;
  }

  lastLines(): string[] {
    return this.#process?.lastLines() ?? [];
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#process?.stop();
    this.#ready = Promise.resolve(false);
  }

  /** Replaces the process by one with the current code. Requests wait in the meantime. */
  async restart(): Promise<boolean> {
    let settle: (isReady: boolean) => void = () => undefined;
    const ready = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    this.#isStopping = true;
    this.#ready = ready;
    await this.#process?.stop();
    const isReady = await this.start();
    settle(isReady);
    return isReady;
  }

  get #title(): string {
    return this.#options.title ?? `The ${this.#options.name} function`;
  }

  async #onExit(child: ManagedProcess): Promise<void> {
    if (this.#isStopping || child !== this.#process) return;
    const { logFile, onTrouble } = this.#options;
    const { code, signal } = await child.exited;
    const pauseMs = this.#pace.next();
    onTrouble(`${this.#title} ended (${signal ?? `code ${code}`}) and ${again(pauseMs)}: see ${logFile}.`);
    this.#ready = new Promise((resolve) => setTimeout(resolve, pauseMs)).then(() =>
      this.#isStopping || child !== this.#process ? false : this.#run({ isReplacement: true }),
    );
  }
}

/** The CLI of the functions' own framework version, as in production; otherwise this package's version. */
function frameworkCli(source: string): string {
  const paths = [source, import.meta.dirname];
  return join(dirname(createRequire(import.meta.url).resolve(FRAMEWORK, { paths })), 'main.js');
}
