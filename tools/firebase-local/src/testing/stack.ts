import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataDirVariable, findRoot, loadStackConfig } from '../suite/stack-config.ts';
import { freeStackPorts, portVariables, type StackPorts } from '../suite/stack-ports.ts';
import { startProgram } from './program.ts';

export interface StackOptions {
  /** The project's folder; by default the nearest one with a stack.config.mjs, from the working folder upwards. */
  root?: string;
  /** The data folder; a temporary one by default, which `stop` removes. */
  dataDir?: string;
  ports?: StackPorts;
  /** Arguments of the command, such as `--fresh`. */
  args?: readonly string[];
}

export interface RunningStack {
  url: string;
  ports: StackPorts;
  dataDir: string;
  pid: number;
  /** All output so far. */
  output(): string;
  /** Stops the stack like Ctrl-C, and removes a temporary data folder. */
  stop(): Promise<void>;
  /** Resolves to the exit code when the stack has ended. */
  exited: Promise<number | null>;
}

/**
 * Runs `firebase-local start` for tests, on free ports and with its own data. It ends with this process. There is no time limit, because the command
 * itself gives up if it is idle.
 * @throws Error with its output if it ends before it is ready
 */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const root = options.root ?? findRoot(process.cwd());
  const config = await loadStackConfig(root);
  const ports = options.ports ?? (await freeStackPorts(config));
  const temporary = options.dataDir ? undefined : mkdtempSync(join(tmpdir(), 'firebase-local-stack-'));
  const dataDir = options.dataDir ?? join(temporary ?? '', 'data');
  const env = { ...portVariables(config, ports), [dataDirVariable(config)]: dataDir, npm_lifecycle_event: undefined };
  const args = ['start', ...(options.args ?? [])];
  const spec = { name: 'local stack', args, cwd: root, env, logFile: join(dataDir, '..', 'stack.log') };
  const removeFiles = () => temporary && rmSync(temporary, { recursive: true, force: true });
  const { child, output } = await startProgram(spec, 'is ready after').catch((error: Error) => {
    removeFiles();
    throw error;
  });
  return {
    url: `http://localhost:${ports.app}`,
    ports,
    dataDir,
    pid: child.pid,
    output,
    async stop() {
      await child.stop(60_000);
      removeFiles();
    },
    exited: child.exited.then(({ code }) => code),
  };
}
