import { relative } from 'node:path';
import type { ManagedProcess } from './processes.ts';

const begun = Date.now();

/** The seconds since the start of the command, for messages. */
export function elapsed(since = begun): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Reports progress, one line per step. */
export interface Progress {
  /** Begins a step. While it runs, a line is printed from time to time, with the last output of its process. */
  begin(what: string): Step;
  done(what: string): void;
  note(what: string): void;
  warn(what: string): void;
}

export interface Step {
  /** Sets the process that performs the step. */
  readonly follow: (process: Pick<ManagedProcess, 'logFile' | 'lastLines'>) => void;
  /** Ends the step and reports its duration. */
  done(what: string): void;
  /** Ends the step without a report. */
  end(): void;
}

/** The pauses between reports of a running step. The last one repeats. */
const TELL_AFTER_MS = [8_000, 12_000, 20_000];
/** The number of characters shown of a process's last line. */
const LONGEST_LINE = 80;

/** Writes progress to the terminal, with colours if supported. */
export function terminalProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  // The terminal may be closed while the stack stops.
  out.on('error', () => undefined);
  const isColoured = out.isTTY && !process.env.NO_COLOR;
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const write = (line: string) => void out.write(`${line}\n`);
  const done = (what: string, time?: string) =>
    write(`  ${paint(32, '✓')} ${what}${time ? paint(2, `  ${time}`) : ''}`);
  return {
    begin: (what) => beginStep(what, { done, tell: (line) => write(`  ${paint(2, `… ${line}`)}`) }),
    done: (what) => done(what),
    note: (what) => write(`  ${paint(2, '·')} ${what}`),
    warn: (what) => write(`  ${paint(33, '!')} ${what}`),
  };
}

interface Report {
  done(what: string, time: string): void;
  tell(line: string): void;
}

function beginStep(what: string, { done, tell }: Report): Step {
  const since = Date.now();
  let worker: Pick<ManagedProcess, 'logFile' | 'lastLines'> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tellAfter = ([pause = 0, ...rest]: readonly number[]) => {
    timer = setTimeout(() => {
      const last = worker?.lastLines().findLast((line) => line.trim() !== '');
      const details = [
        ...(last ? [last.trim().slice(0, LONGEST_LINE)] : []),
        ...(worker ? [`output: ${shortened(worker.logFile)}`] : []),
      ];
      tell(
        `${what}, for ${Math.round((Date.now() - since) / 1000)} s${details.map((detail) => `; ${detail}`).join('')}`,
      );
      tellAfter(rest.length > 0 ? rest : [pause]);
    }, pause).unref();
  };
  tellAfter(TELL_AFTER_MS);
  return {
    follow(process) {
      worker = process;
    },
    done(result) {
      clearTimeout(timer);
      done(result, elapsed(since));
    },
    end: () => clearTimeout(timer),
  };
}

/** A path in the form that the reader would type. */
function shortened(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}
