import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, failed, ok, unknown } from '../finding.ts';
import { type Runner, reasonOf } from '../runner.ts';
import { LIST_CHANNEL, type Step } from './steps.ts';

interface Options {
  readonly project: string;
  readonly run: Runner;
  /** Prints the commands and changes nothing. */
  readonly isDryRun: boolean;
}

/** The command in shell syntax. */
export const asText = (args: readonly string[]): string =>
  ['gcloud', ...args]
    .map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`))
    .join(' ');

/**
 * Takes the missing steps, in order. Continues after a failure, because most steps are independent, and reports each outcome. Safe to repeat:
 * existing resources do not change.
 */
export async function applySteps(steps: readonly Step[], { project, run, isDryRun }: Options): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'operate-'));
  const gcloud = (args: readonly string[]) => run('gcloud', [...args, '--project', project, '--quiet']);
  const findings: Finding[] = [];
  try {
    for (const step of steps) findings.push(await applyStep(step));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return findings;

  async function applyStep({ what, command, existsCheck, file }: Step): Promise<Finding> {
    if (existsCheck) {
      const { status, stdout } = await gcloud([...existsCheck, '--format', 'json']);
      if (status === null) return unknown(what, 'gcloud is not installed');
      if (status === 0 && !['', '[]'].includes(stdout.trim())) return ok(what);
    }
    if (isDryRun) return unknown(what, `would run: ${asText(file ? [...command, 'FILE'] : command)}`);
    const path = join(folder, 'input.json');
    if (file !== undefined) await writeFile(path, await withChannel(file));
    const outcome = await gcloud(file === undefined ? command : [...command, path]);
    if (outcome.status === null) return unknown(what, 'gcloud is not installed');
    return outcome.status === 0 ? ok(what) : failed(what, `${asText(command)}: ${reasonOf(outcome)}`);
  }

  /** Inserts the channel's id, which was generated when the channel was created, into alert policies. */
  async function withChannel(text: string): Promise<string> {
    if (!text.includes('"CHANNEL"')) return text;
    const { stdout } = await gcloud([...LIST_CHANNEL, '--format', 'value(name)']);
    const channel = stdout.trim().split('\n')[0] ?? '';
    return text.replaceAll('"CHANNEL"', JSON.stringify(channel));
  }
}
