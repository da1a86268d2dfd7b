import type { ManagedProcess } from './processes.ts';

type Step = { name: string; run: () => void | Promise<void> };

/** Stops all started parts, once and in reverse order: on Ctrl-C, after a failed start, or when an essential part ends. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #onFail: (message: string) => void;
  #running: Promise<void> | undefined;

  constructor(onFail: (message: string) => void) {
    this.#onFail = onFail;
  }

  get hasBegun(): boolean {
    return this.#running !== undefined;
  }

  /** Adds a step. A step that is added during the shutdown runs immediately. */
  add(name: string, run: Step['run']): void {
    this.#steps.push({ name, run });
    if (this.#running) this.#running = this.#running.then(() => this.#runAll());
  }

  /** Adds a process that normally ends by itself, in case it is still running. */
  readonly addProcess = (process: ManagedProcess): void => {
    this.add(process.name, () => process.stop());
  };

  /** Reports that a part ended unexpectedly. Ignored during the shutdown. */
  fail(message: string, logFile: string): void {
    if (!this.hasBegun) this.#onFail(`${message}: see ${logFile}.`);
  }

  /** Resolves when everything has stopped. A failing step is reported and does not delay the others. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.run();
      } catch (error) {
        process.stderr.write(`  Stopping ${step.name}: ${(error as Error).message}\n`);
      }
    }
  }
}
