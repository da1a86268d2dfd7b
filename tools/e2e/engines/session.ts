import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type KeyAction = { readonly type: 'keyDown' | 'keyUp'; readonly value: string };
export type PointerAction =
  | { readonly type: 'pointerMove'; readonly x: number; readonly y: number }
  | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 };

/** User input in the format of both protocols (WebDriver §15, WebDriver BiDi §7.9). */
export type Actions =
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] }
  | { readonly type: 'pointer'; readonly id: string; readonly actions: readonly PointerAction[] };

/** A running browser with one page. */
export interface Session {
  /** Loads an address, and returns after its `load` event. */
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The string value of an expression in the page, or of its promise. */
  evaluate(expression: string): Promise<string>;
  perform(actions: Actions): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG in base64. */
  screenshot(): Promise<string>;
  /** Kills all processes of the browser at once. */
  kill(): Promise<void>;
}

/** Starts a program as the leader of a process group. The group ends with this process at the latest. */
export function launch(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const leader = spawn(program, args, { detached: true, stdio: 'ignore', ...options });
  const kill = () => leader.pid !== undefined && process.kill(-leader.pid, 'SIGKILL');
  process.once('exit', kill);
  leader.once('exit', () => process.off('exit', kill));
  return leader;
}

/** Kills a program started by `launch`, and all processes that it started. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  const exited = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGKILL');
  await exited;
}

/** Waits for a line of a program's output. @throws Error with the output if the program ends without it */
export async function lineOf(program: ChildProcess, output: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`${program.spawnfile} ended:\n${text}`)));
  });
}
