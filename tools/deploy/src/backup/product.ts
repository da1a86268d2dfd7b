import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REGION } from '@inkwell/functions/src/inventory.ts';
import { type Outcome, type Runner, reasonOf } from '../runner.ts';
import type { Access } from './access.ts';

const recovery = ['run', 'recovery', '--silent', '--workspace', 'functions', '--'];

function checked(what: string, outcome: Outcome): string {
  if (outcome.status === 0) return outcome.stdout;
  throw new Error(`${what}: ${outcome.status === null ? 'not installed' : outcome.stderr.trim() || reasonOf(outcome)}`);
}

/** The accounts that a project has deleted in the last 30 days, as salted ids. */
export async function deletionsOf(project: string, run: Runner): Promise<readonly unknown[]> {
  const outcome = await run('npm', [...recovery, 'deletions', '--project', project]);
  return JSON.parse(checked('the deletions', outcome)) as unknown[];
}

/** Makes restored data safe to run. @returns a description of the changes */
export async function settleIn(project: string, deletions: readonly unknown[], run: Runner): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    const file = join(folder, 'deletions.json');
    await writeFile(file, JSON.stringify(deletions), { mode: 0o600 });
    return checked(
      'the mail that waits',
      await run('npm', [...recovery, 'settle', '--deletions', file, '--project', project]),
    ).trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The active schedules of functions in a project. @throws Error if they cannot be listed */
export async function runningSchedules(
  { project, isLocal }: Pick<Access, 'project' | 'isLocal'>,
  run: Runner,
): Promise<string[]> {
  if (isLocal) return [];
  const args = ['scheduler', 'jobs', 'list', '--location', REGION, '--project', project, '--format', 'json', '--quiet'];
  const jobs = JSON.parse(checked('gcloud', await run('gcloud', args)) || '[]') as { name: string; state?: string }[];
  return jobs.filter(({ state }) => state === 'ENABLED').map(({ name }) => name.split('/').at(-1) ?? name);
}
