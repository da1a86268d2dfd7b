import { join } from 'node:path';
import { LOOPBACK, whenListening } from './ports.ts';
import { type ManagedProcess, startProcess } from './processes.ts';
import { again, RestartPace } from './restart-pace.ts';
import { TSX } from './tsx.ts';

export interface FirestoreRevivalOptions {
  port: number;
  runDir: string;
  /** The stand-in's program. */
  program: string;
  /** Names its data and indexes files. */
  env: Readonly<Record<string, string>>;
  onTrouble(message: string): void;
  /** Told that the data cannot be read: starting again would end the same way each time. */
  onUnreadable(message: string, logFile: string): void;
}

const UNREADABLE = /^The Firestore data file .* cannot be read/;

/**
 * Starts the Firestore stand-in again when it has ended: firebase-tools, which started the first one, only logs that. What was
 * acknowledged is in its file, so clients lose their connections and nothing else.
 */
export class FirestoreRevival {
  readonly #options: FirestoreRevivalOptions;
  readonly #pace = new RestartPace();
  #process: ManagedProcess | undefined;
  #isStopping = false;

  constructor(options: FirestoreRevivalOptions) {
    this.#options = options;
  }

  /** Starts it, and again whenever it ends. @param how what it ended by, for the message */
  async revive(how: string): Promise<void> {
    if (this.#isStopping) return;
    const { port, runDir, program, env, onTrouble, onUnreadable } = this.#options;
    const logFile = join(runDir, 'firestore-revived.log');
    const pauseMs = this.#pace.next();
    onTrouble(`The Firestore emulator ended (${how}) and ${again(pauseMs)} with its data: see ${logFile}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (this.#isStopping) return;
    const child = startProcess({
      name: 'firestore',
      command: process.execPath,
      args: [
        '--import',
        TSX,
        program,
        '--host',
        LOOPBACK,
        '--port',
        String(port),
        '--rules',
        join(runDir, 'firestore.rules'),
      ],
      cwd: runDir,
      env,
      logFile,
      onLine: (line) => line.startsWith('The Firestore data file') && onTrouble(line),
    });
    this.#process = child;
    void child.exited.then(({ code, signal }) => {
      const unreadable = child.lastLines().find((line) => UNREADABLE.test(line));
      if (unreadable) onUnreadable(unreadable.replace(/\.$/, ''), logFile);
      else void this.revive(signal ?? `code ${code}`);
    });
    if (await whenListening(port, child)) onTrouble('The Firestore emulator is there again.');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#process?.stop();
  }
}
