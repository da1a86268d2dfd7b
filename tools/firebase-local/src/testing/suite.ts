import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorVariables } from '../suite/emulator-variables.ts';
import type { EmulatorPorts, Service } from '../suite/firebase-config.ts';
import { startFirebaseSuite } from '../suite/firebase-suite.ts';
import { freeEmulatorPorts, LOOPBACK } from '../suite/ports.ts';
import { defaultBucket, findRoot, loadStackConfig } from '../suite/stack-config.ts';

export interface TestSuiteOptions {
  services: readonly Exclude<Service, 'hosting' | 'functions'>[];
  /** The project's folder; by default the nearest one with a stack.config.mjs, from the working folder upwards. */
  root?: string;
  /** The project id; by default the one in the project's settings. */
  projectId?: string;
  /** The default bucket. */
  bucket?: string;
  /** The text of rules files to use instead of the project's own. */
  rules?: { firestore?: string; storage?: string };
}

export interface TestSuite {
  projectId: string;
  ports: EmulatorPorts;
  /** The variables with the emulators' addresses, for firebase-admin and the client SDKs. */
  env: Record<string, string>;
  /** Empties Firestore, Auth and Storage. */
  reset(): Promise<void>;
  /** Ends the emulators and removes their files; safe to repeat. */
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * Starts empty emulators for tests on free ports. Intended for `globalSetup` of Vitest:
 *
 * ```ts
 * export default async function setup({ provide }: TestProject) {
 *   const suite = await startTestSuite({ services: ['auth', 'firestore'] });
 *   Object.assign(process.env, suite.env); // workers inherit it
 *   return suite.stop;
 * }
 * ```
 *
 * The emulators end with the process that started them, even when it is killed. No data is kept.
 */
export async function startTestSuite(options: TestSuiteOptions): Promise<TestSuite> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(options);
    } catch (error) {
      // Another program may take a port between its selection and its use.
      if (attempt === ATTEMPTS || !/not open|taken|in use/.test(String(error))) throw error;
    }
  }
}

async function start(options: TestSuiteOptions): Promise<TestSuite> {
  const { services, root = findRoot(process.cwd()), rules } = options;
  const config = await loadStackConfig(root);
  const projectId = options.projectId ?? config.projectId;
  const bucket = options.bucket ?? (projectId === config.projectId ? config.bucket : defaultBucket(projectId));
  const runDir = mkdtempSync(join(tmpdir(), 'firebase-local-test-'));
  const removeFiles = () => rmSync(runDir, { recursive: true, force: true });
  const ports = await freeEmulatorPorts();
  try {
    const suite = await startFirebaseSuite({ projectId, root, runDir, services, ports, ...(rules && { rules }) });
    return {
      projectId,
      ports,
      env: emulatorVariables({ projectId, bucket, services, ports }),
      reset: () => reset({ projectId, services, ports }),
      async stop() {
        await suite.stop();
        removeFiles();
      },
    };
  } catch (error) {
    // The files are kept if the message refers to the log.
    if (!(error instanceof Error) || !error.message.includes(runDir)) removeFiles();
    throw error;
  }
}

interface Running {
  projectId: string;
  services: readonly Service[];
  ports: EmulatorPorts;
}

async function reset({ projectId, services, ports }: Running): Promise<void> {
  const requests = {
    firestore: ['DELETE', `/emulator/v1/projects/${projectId}/databases/(default)/documents`],
    auth: ['DELETE', `/emulator/v1/projects/${projectId}/accounts`],
    storage: ['POST', '/internal/reset'],
  } as const;
  await Promise.all(
    (['firestore', 'auth', 'storage'] as const)
      .filter((service) => services.includes(service))
      .map(async (service) => {
        const [method, path] = requests[service];
        const url = `http://${LOOPBACK}:${ports[service]}${path}`;
        const answer = await fetch(url, { method, headers: { authorization: 'Bearer owner' } });
        if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
      }),
  );
}
