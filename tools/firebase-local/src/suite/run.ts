import type { DataFolder, EmulatorKind } from './data-folder.ts';
import { emulatorVariables } from './emulator-variables.ts';
import type { LaunchOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { Shutdown } from './shutdown.ts';
import type { Stack } from './stack-config.ts';
import type { StackPorts } from './stack-ports.ts';

/** The settings of one start of the stack. */
export interface Run {
  root: string;
  config: Stack;
  ports: StackPorts;
  /** The folder of build stamps, which is independent of the data folder. */
  workDir: string;
  data: DataFolder;
  kind: EmulatorKind;
  options: LaunchOptions;
  progress: Progress;
  shutdown: Shutdown;
}

/** The address of the app. */
export function siteUrl(ports: StackPorts): string {
  return `http://localhost:${ports.app}`;
}

/** The variables with the emulators' addresses, for functions and the seed. */
export function emulatorEnv({ config, ports }: Run): Record<string, string> {
  const services = ['auth', 'firestore', 'storage'] as const;
  return emulatorVariables({ projectId: config.projectId, bucket: config.bucket, services, ports });
}

/** The variables of all function processes. */
export function functionEnv(run: Run): Record<string, string> {
  const { config, ports, options } = run;
  const isDevelopment = options.dev && config.web !== undefined;
  return { ...emulatorEnv(run), ...config.functions.env({ siteUrl: siteUrl(ports), isDevelopment }) };
}
