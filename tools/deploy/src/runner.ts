import { execFile } from 'node:child_process';

/** The output of a command. `status` is null if the program is not installed. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The line with the reason of a refusal. gcloud prints advice after it. */
export function reasonOf({ stderr }: Outcome): string {
  const lines = stderr.trim().split('\n');
  return (lines.find((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? '').trim();
}

/** Runs a program without a shell. Tests pass a fake. */
export type Runner = (program: string, args: readonly string[]) => Promise<Outcome>;

const LARGEST_OUTPUT = 64 * 1024 * 1024;

export const runProgram: Runner = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { maxBuffer: LARGEST_OUTPUT }, (error, stdout, stderr) => {
      const code = error && 'code' in error ? error.code : 0;
      const status = code === 'ENOENT' ? null : typeof code === 'number' ? code : 1;
      resolve({ status, stdout, stderr });
    });
  });
