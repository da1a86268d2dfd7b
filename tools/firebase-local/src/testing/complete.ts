import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorVariables } from '../suite/emulator-variables.ts';
import { freeEmulatorPorts } from '../suite/ports.ts';
import { findRoot, loadStackConfig } from '../suite/stack-config.ts';
import { portVariables } from '../suite/stack-ports.ts';
import { startProgram } from './program.ts';

export interface CompleteTestSuite {
  /** The address of the Hosting emulator, which forwards rewrites to the Functions emulator. */
  readonly url: string;
  /** The variables with the emulators' addresses, for firebase-admin and the client SDKs. */
  readonly env: Record<string, string>;
  /** Ends the emulators and removes their files. */
  stop(): Promise<void>;
}

/**
 * Runs `firebase-local emulators` for tests, on free ports: Google's complete suite, with the built functions in the Functions emulator. It ends with
 * this process.
 * @param root the project's folder; by default the nearest one with a stack.config.mjs, from the working folder upwards
 * @throws Error with its output if it ends before it is ready
 */
export async function startCompleteTestSuite(root = findRoot(process.cwd())): Promise<CompleteTestSuite> {
  const config = await loadStackConfig(root);
  const folder = `test-emulators-${process.pid}`;
  const ports = await freeEmulatorPorts();
  const logFile = join(root, config.workDir, 'logs', `${folder}.log`);
  const env = { ...portVariables(config, ports), FIREBASE_LOCAL_EMULATORS_FOLDER: folder };
  const spec = { name: 'complete suite', args: ['emulators'], cwd: root, env, logFile };
  const { child } = await startProgram(spec, 'The app: ');
  return {
    url: `http://127.0.0.1:${ports.hosting}`,
    env: emulatorVariables({ ...config, services: ['auth', 'firestore', 'storage'], ports }),
    async stop() {
      await child.stop(60_000);
      rmSync(join(root, config.workDir, folder), { recursive: true, force: true });
      rmSync(logFile);
    },
  };
}
