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
  /** Variables with the paths of its data file and its indexes file. */
  env: Readonly<Record<string, string>>;
  onTrouble(message: string): void;
  /** Called if the data cannot be read, because another start would fail in the same way. */
  onUnreadable(message: string, logFile: string): void;
}

const UNREADABLE = /^The Firestore data file .* cannot be read/;

/**
 * Restarts the Firestore stand-in when it has ended. firebase-tools, which started the first one, only logs this. Acknowledged writes are in the data
 * file, so clients lose only their connections.
 */
export class FirestoreRevival {
  readonly #options: FirestoreRevivalOptions;
  readonly #pace = new RestartPace();
  #process: ManagedProcess | undefined;
  #isStopping = false;

  constructor(options: FirestoreRevivalOptions) {
    this.#options = options;
  }

  /**
   * Restarts the stand-in now, and again whenever it ends.
   * @param how its exit code or signal, for the message
   */
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
    if (await whenListening(port, child)) onTrouble('The Firestore emulator is running again.');
    else await child.stop();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#process?.stop();
  }
}
