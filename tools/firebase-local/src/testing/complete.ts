import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startCompleteSuite } from '../suite/complete-suite.ts';
import { freeEmulatorPorts } from '../suite/ports.ts';
import type { ManagedProcess } from '../suite/processes.ts';
import { findRoot, loadStackConfig } from '../suite/stack-config.ts';

export interface CompleteTestSuite {
  /** The address of the Hosting emulator, which forwards rewrites to the Functions emulator. */
  readonly url: string;
  /** Ends the emulators and removes their files. */
  stop(): Promise<void>;
}

/**
 * Builds the project and starts Google's complete suite for tests on free ports, with the built functions in the Functions
 * emulator.
 * @param root the project's folder; by default the nearest one with a stack.config.mjs, from the working folder upwards
 */
export async function startCompleteTestSuite(root = findRoot(process.cwd())): Promise<CompleteTestSuite> {
  const config = await loadStackConfig(root);
  const folder = `test-functions-${process.pid}`;
  const { hosting, functions, firestore, auth, storage } = await freeEmulatorPorts();
  const started: ManagedProcess[] = [];
  const removeFiles = () => rmSync(join(root, config.workDir, folder), { recursive: true, force: true });
  try {
    const suite = await startCompleteSuite({
      root,
      config,
      ports: { hosting, functions, firestore, auth, storage },
      folder,
      onStart: (child) => void started.push(child),
    });
    return {
      url: `http://127.0.0.1:${hosting}`,
      async stop() {
        await suite.stop();
        removeFiles();
      },
    };
  } catch (error) {
    // The files are not removed, because the message names the log.
    for (const child of started) await child.stop();
    throw error;
  }
}
