import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../data-folder.ts';
import { parseSchedule, type Schedule } from './schedule.ts';
import type { Outcome, ScheduledFunction } from './scheduled-function.ts';

export interface SchedulerOptions {
  /** The file with the time of each function's last run, so that a restart neither repeats nor misses a run. */
  stateFile: string;
  list(): Promise<ScheduledFunction[]>;
  run(scheduled: ScheduledFunction): Promise<Outcome>;
  now(): number;
  onDone(name: string, ms: number): void;
  onTrouble(message: string): void;
}

interface Job {
  readonly scheduled: ScheduledFunction;
  readonly isDue: Schedule;
}

const TICK_MS = 5_000;

/**
 * Runs scheduled functions when they are due, and by request. Runs of one function never overlap. One run makes up for all runs that were missed
 * while the stack was stopped.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #lastRuns: Map<string, number>;
  readonly #running = new Map<string, Promise<unknown>>();
  #jobs: Promise<Map<string, Job>> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#lastRuns = readState(options.stateFile);
  }

  /** Starts checking the time. */
  start(): void {
    const look = () =>
      this.tick().catch((error: Error) => this.#tell(`Scheduled functions do not run: ${error.message}`));
    this.#timer = setInterval(look, TICK_MS);
    void look();
  }

  /** Starts no more functions. Runs that end with the stack are not reported as failed. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Makes the scheduler list the functions again when needed, because they may have changed. */
  refresh(): void {
    this.#jobs = undefined;
  }

  /** Runs the functions that are due and waits for them. */
  async tick(): Promise<void> {
    const now = this.#options.now();
    const due: string[] = [];
    for (const [name, { isDue }] of await this.#list()) {
      const last = this.#lastRuns.get(name);
      // A new function has missed no run. After the clock was set back, a function must not pause for long.
      if (last === undefined || last > now) this.#remember(name, now);
      else if (!this.#running.has(name) && isDue(last, now)) due.push(name);
    }
    await Promise.all(due.map((name) => this.runNow(name)));
  }

  /** Runs a function after its earlier requested runs have ended; undefined for an unknown name. */
  async runNow(name: string): Promise<Outcome | undefined> {
    const job = (await this.#list()).get(name);
    if (!job) return undefined;
    const { run, now, onDone } = this.#options;
    const before = this.#running.get(name) ?? Promise.resolve();
    const outcome = before.then(async () => {
      // Recorded before the run, so that a killed run is not repeated at every start.
      this.#remember(name, now());
      const { ms, error } = await run(job.scheduled).catch(
        (failure: Error): Outcome => ({ ms: 0, error: failure.message }),
      );
      if (error === undefined) onDone(name, ms);
      else this.#tell(`The scheduled function ${name} failed: ${error}.`);
      return { ms, ...(error !== undefined && { error }) };
    });
    this.#running.set(name, outcome);
    const forget = () => {
      if (this.#running.get(name) === outcome) this.#running.delete(name);
    };
    outcome.then(forget, forget);
    return outcome;
  }

  #list(): Promise<Map<string, Job>> {
    this.#jobs ??= this.#load().catch((error: Error) => {
      this.#jobs = undefined;
      throw error;
    });
    return this.#jobs;
  }

  async #load(): Promise<Map<string, Job>> {
    const jobs = (await this.#options.list()).map((scheduled): [string, Job] => {
      try {
        return [scheduled.name, { scheduled, isDue: parseSchedule(scheduled.schedule, scheduled.timeZone) }];
      } catch (error) {
        this.#tell(`${scheduled.name} runs by request alone: ${(error as Error).message}.`);
        return [scheduled.name, { scheduled, isDue: () => false }];
      }
    });
    return new Map(jobs);
  }

  #tell(trouble: string): void {
    if (!this.#isStopped) this.#options.onTrouble(trouble);
  }

  #remember(name: string, time: number): void {
    this.#lastRuns.set(name, time);
    const times = Object.fromEntries([...this.#lastRuns].map(([key, value]) => [key, new Date(value).toISOString()]));
    try {
      writeAtomically(this.#options.stateFile, `${JSON.stringify(times, null, 2)}\n`);
    } catch (error) {
      // The disk may be full. Until there is space, only this process knows the times.
      this.#tell(`When ${name} ran is not remembered: ${(error as Error).message}.`);
    }
  }
}

function readState(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map();
  const times = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return new Map(Object.entries(times).map(([name, time]) => [name, Date.parse(time)]));
}
