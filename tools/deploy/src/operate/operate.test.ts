import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { emailOf, FUNCTION_ACCOUNTS, SERVICES } from '../project.ts';
import type { Runner } from '../runner.ts';
import { alertPolicies } from './alerts.ts';
import { applySteps, asText } from './apply.ts';
import { type OperateOptions, type Step, stepsFor } from './steps.ts';

const OPTIONS: OperateOptions = {
  project: 'inkwell-live',
  projectNumber: '123456',
  billingAccount: '000000-000000-000000',
  monthlyBudget: '50USD',
  alertEmail: 'ops@inkwell.test',
  deployer: { repository: 'inkwell/inkwell', environment: 'production' },
};

const READS = new Set(['describe', 'list', 'list-configs']);

/** A fake cloud that stores created resources by their names in the commands. */
function createCloud() {
  const made: string[][] = [];
  const files: string[] = [];
  const existsCheck = (args: readonly string[]) =>
    made.some((command) => {
      const kind = args.slice(
        0,
        args.findIndex((arg) => READS.has(arg)),
      );
      const sought = args.find((arg) => arg.startsWith('displayName='))?.slice('displayName="'.length, -1);
      const name = sought ?? String(args[kind.length + 1]).split('@')[0];
      const isKind = kind.every((word, index) => command[index] === word);
      return isKind && (command.includes(String(name)) || files.some((file) => file.includes(`"${name}"`)));
    });
  const run: Runner = async (_program, args) => {
    if (args.includes('value(name)'))
      return { status: 0, stdout: 'projects/inkwell-live/notificationChannels/7\n', stderr: '' };
    if (args.some((arg) => READS.has(arg)))
      return { status: 0, stdout: existsCheck(args) ? '[{"name":"x"}]' : '[]', stderr: '' };
    if (args.includes('--policy-from-file'))
      files.push(await readFile(String(args[args.indexOf('--policy-from-file') + 1]), 'utf8'));
    made.push([...args]);
    return { status: 0, stdout: '', stderr: '' };
  };
  return { made, files, run };
}

const applyTo = (cloud: { run: Runner }, isDryRun = false) =>
  applySteps(stepsFor(OPTIONS), { project: OPTIONS.project, run: cloud.run, isDryRun });

describe('operating a project', () => {
  it('runs every step, and subscribes the recipient to the alerts', async () => {
    const cloud = createCloud();

    const findings = await applyTo(cloud);

    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(cloud.made).toHaveLength(stepsFor(OPTIONS).length);
    expect(cloud.files).toHaveLength(alertPolicies('p', 'r').length);
    for (const file of cloud.files)
      expect(JSON.parse(file).notificationChannels).toEqual(['projects/inkwell-live/notificationChannels/7']);
  });

  it('alerts on outages, slowness, full and stopped instances, failed work and traffic', () => {
    expect(alertPolicies('p', 'r').map(({ displayName }) => displayName.replace('Inkwell: ', ''))).toEqual([
      'something failed',
      'a scheduled function failed',
      'mail waits or fails',
      'answers of 5xx',
      'live is full',
      'the site does not answer',
      'slow answers',
      'all instances are full',
      'an instance ended',
      'pictures sent much',
      'Hosting sent much',
    ]);
  });

  it('creates each resource once', async () => {
    const cloud = createCloud();
    await applyTo(cloud);
    const makes = (commands: string[][]) => commands.filter((command) => command.some((word) => /^create/.test(word)));
    const before = makes(cloud.made).length;

    const findings = await applyTo(cloud);

    expect(before).toBeGreaterThan(8);
    expect(makes(cloud.made)).toHaveLength(before);
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it('changes nothing in a dry run, and prints the commands', async () => {
    const cloud = createCloud();

    const findings = await applyTo(cloud, true);

    expect(cloud.made).toEqual([]);
    expect(findings).toHaveLength(stepsFor(OPTIONS).length);
    expect(findings[0]?.detail).toContain('would run: gcloud services enable');
  });

  it('continues after a failed step, and reports it', async () => {
    const run: Runner = async (_program, args) => ({
      status: args[0] === 'services' ? 1 : 0,
      stdout: '[]',
      stderr: 'first line\nERROR: PERMISSION_DENIED\nadvice',
    });

    const findings = await applyTo({ run });

    const services = stepsFor(OPTIONS).filter(({ command }) => command[0] === 'services').length;
    expect(findings.map(({ state }) => state)).toEqual([
      ...Array(services).fill('failed'),
      ...Array(findings.length - services).fill('ok'),
    ]);
    expect(findings[0]?.detail).toContain('PERMISSION_DENIED');
  });

  it('gives functions only the rights that they need', () => {
    const rolesOf = (name: string) =>
      stepsFor(OPTIONS)
        .map(({ command }: Step) => command)
        .filter((command) => command.includes(`serviceAccount:${emailOf(name, OPTIONS.project)}`))
        .map((command) => command[command.indexOf('--role') + 1]);

    expect(rolesOf('function-page')).toEqual(['roles/datastore.viewer', 'roles/storage.objectViewer']);
    expect(rolesOf('function-live')).toEqual(['roles/datastore.viewer', 'roles/firebaseauth.viewer']);
    expect(rolesOf('function-api')).toContain('roles/secretmanager.secretAccessor');
    const broad = /roles\/(owner|editor|viewer|firebase\.admin|storage\.admin|datastore\.owner)$/;
    expect(
      FUNCTION_ACCOUNTS.flatMap(({ account }) => rolesOf(account)).filter((role) => broad.test(role ?? '')),
    ).toEqual([]);
  });

  it('skips steps that were not requested', () => {
    const steps = stepsFor({ ...OPTIONS, billingAccount: null, alertEmail: null, deployer: null });

    const asked = steps.filter(({ command }) => !command.includes('services'));
    expect(asked.some(({ command }) => /monitoring|budgets|workload/.test(command.join(' ')))).toBe(false);
  });

  it("lets only the approved jobs of one repository's main branch deploy", () => {
    const providers = stepsFor(OPTIONS).filter(({ command }) => command.some((word) => word.endsWith('-oidc')));

    // Updated even if a provider already exists for an earlier repository.
    expect(providers.map(({ command, existsCheck }) => [command[3], existsCheck !== undefined])).toEqual([
      ['create-oidc', true],
      ['update-oidc', false],
    ]);
    for (const { command } of providers)
      expect(command).toContain(
        "assertion.repository == 'inkwell/inkwell' && assertion.ref == 'refs/heads/main' && assertion.environment == 'production'",
      );
  });

  it('enables all services, within the limit of one call', () => {
    const steps = stepsFor(OPTIONS).filter(({ command }) => command[0] === 'services');

    expect(steps.flatMap(({ command }) => command.slice(2))).toEqual([...SERVICES]);
    expect(Math.max(...steps.map(({ command }) => command.length - 2))).toBeLessThanOrEqual(20);
  });

  it('prints commands that a shell accepts', () => {
    expect(asText(['a', "it's", 'x y', '--z=1'])).toBe("gcloud a 'it'\\''s' 'x y' --z=1");
  });
});
