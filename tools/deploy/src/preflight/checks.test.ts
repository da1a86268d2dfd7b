import { describe, expect, it } from 'vitest';
import { readIfThere } from '../files.ts';
import { computeAccount, emailOf, FUNCTION_ACCOUNTS, RULES_ROLE, rulesAgent, SERVICES } from '../project.ts';
import type { Outcome, Runner } from '../runner.ts';
import { checkFiles, checkProject, preflight } from './checks.ts';
import { declaredParameters, parameterProblems, readVariables } from './parameters.ts';

const PROJECT = 'inkwell-live';
const NUMBER = '123456';

const bindings = [
  { role: RULES_ROLE, members: [`serviceAccount:${rulesAgent(NUMBER)}`] },
  { role: 'roles/editor', members: [`serviceAccount:${computeAccount(NUMBER)}`] },
  ...FUNCTION_ACCOUNTS.flatMap(({ account, roles }) =>
    roles.map((role) => ({ role, members: [`serviceAccount:${emailOf(account, PROJECT)}`] })),
  ),
];

/** The answers of gcloud for a complete project, by the first words of the command. */
const COMPLETE: Record<string, unknown> = {
  'projects describe': { projectNumber: NUMBER },
  'billing projects describe': { billingEnabled: true },
  'services list': SERVICES.map((name) => ({ config: { name } })),
  'projects get-iam-policy': { bindings },
  'iam service-accounts list': FUNCTION_ACCOUNTS.map(({ account }) => ({ email: emailOf(account, PROJECT) })),
  'firestore databases describe': { locationId: 'europe-west1' },
  'storage buckets describe': { name: 'bucket' },
  'firestore indexes composite': [{ state: 'READY' }],
  'secrets versions list': [{ name: '1' }],
  'artifacts repositories describe': { cleanupPolicies: { 'firebase-functions-cleanup': { action: 'DELETE' } } },
};

const refusal = (stderr: string): Outcome => ({ status: 1, stdout: '', stderr });
const GONE = refusal('ERROR: NOT_FOUND: no database');
const FIRESTORE = 'Firestore is there, in europe-west1';

function gcloud(answers: Record<string, unknown>): Runner {
  return async (_program, args) => {
    const command = args.join(' ');
    const key = Object.keys(answers).find((words) => command.startsWith(words));
    const answer = key === undefined ? refusal('ERROR: NOT_FOUND') : answers[key];
    if (answer instanceof Object && 'status' in answer) return answer as Outcome;
    return { status: 0, stdout: JSON.stringify(answer), stderr: '' };
  };
}

const check = (changes: Record<string, unknown> = {}) =>
  checkProject({ project: PROJECT, run: gcloud({ ...COMPLETE, ...changes }), read: async () => null });
const notOk = async (findings: ReturnType<typeof check>) => (await findings).filter(({ state }) => state !== 'ok');

describe('a project', () => {
  it('passes if it is complete', async () => {
    expect(await notOk(check())).toEqual([]);
  });

  it.each([
    ['billing', { 'billing projects describe': { billingEnabled: false } }, 'billing is on', 'Blaze'],
    [
      'a service',
      { 'services list': SERVICES.slice(1).map((name) => ({ config: { name } })) },
      'the services are switched on',
      'npm run operate switches them on: artifactregistry.googleapis.com',
    ],
    ['the database', { 'firestore databases describe': GONE }, FIRESTORE, 'databases:create'],
    [
      'the database in its region',
      { 'firestore databases describe': { locationId: 'us-east1' } },
      FIRESTORE,
      'elsewhere',
    ],
    [
      'the bucket',
      { 'storage buckets describe': refusal('404: gs://b not found') },
      'the default bucket is there',
      'console',
    ],
    [
      'built indexes',
      { 'firestore indexes composite': [{ state: 'CREATING' }] },
      'no index is being built',
      '1 are not ready',
    ],
    [
      'a secret',
      { 'secrets versions list': [] },
      'NEWSLETTER_SECRET has a value',
      'functions:secrets:set NEWSLETTER_SECRET',
    ],
    ['an account', { 'iam service-accounts list': [] }, 'function-api@ has its roles', 'npm run operate'],
    [
      'the grant for rules',
      { 'projects get-iam-policy': { bindings: bindings.slice(1) } },
      'Storage rules may read Firestore',
      'npm run operate',
    ],
    [
      'the role of builds',
      { 'projects get-iam-policy': { bindings: bindings.filter(({ role }) => role !== 'roles/editor') } },
      'builds have their role',
      'roles/cloudbuild.builds.builder',
    ],
    [
      'a role of a function',
      { 'projects get-iam-policy': { bindings: bindings.slice(0, 2) } },
      'function-page@ has its roles',
      'lacks roles/datastore.viewer',
    ],
  ])('without %s gets a finding with the fix', async (_missing, changes, what, detail) => {
    const finding = (await check(changes)).find((each) => each.what === what);

    expect(finding?.state).toBe('failed');
    expect(finding?.detail).toContain(detail);
  });

  it('without images is reported as unknown before the first deployment', async () => {
    const findings = await notOk(check({ 'artifacts repositories describe': refusal('ERROR: NOT_FOUND') }));

    expect(findings).toEqual([
      expect.objectContaining({ state: 'unknown', detail: expect.stringContaining('first deploy') }),
    ]);
  });

  it('without a clean-up policy for images is reported, because it would interrupt a deployment', async () => {
    expect(await notOk(check({ 'artifacts repositories describe': { name: 'gcf-artifacts' } }))).toEqual([
      expect.objectContaining({ state: 'failed', detail: expect.stringContaining('functions:artifacts:setpolicy') }),
    ]);
  });

  it('is allowed to be building indexes if no functions are deployed', async () => {
    const run = gcloud({ ...COMPLETE, 'firestore indexes composite': [{ state: 'CREATING' }] });

    expect(
      await notOk(checkProject({ project: PROJECT, run, read: async () => null, deploysFunctions: false })),
    ).toEqual([]);
  });

  it('that does not exist is not checked further', async () => {
    expect(await check({ 'projects describe': refusal('ERROR: NOT_FOUND') })).toMatchObject([{ state: 'failed' }]);
  });

  it('that cannot be read is unknown, neither passed nor missing', async () => {
    const denied = refusal('ERROR: (gcloud) PERMISSION_DENIED: no permission');

    expect(await notOk(check({ 'projects get-iam-policy': denied, 'secrets versions list': denied }))).toEqual(
      expect.arrayContaining([
        { what: 'Storage rules may read Firestore', state: 'unknown', detail: denied.stderr },
        { what: 'NEWSLETTER_SECRET has a value', state: 'unknown', detail: denied.stderr },
      ]),
    );
    expect((await notOk(check({ 'projects get-iam-policy': denied }))).some(({ state }) => state === 'failed')).toBe(
      false,
    );
  });

  it('is unknown without gcloud', async () => {
    const run: Runner = async () => ({ status: null, stdout: '', stderr: '' });

    expect(await preflight({ project: PROJECT, run, read: readIfThere })).toContainEqual({
      what: 'the project is there',
      state: 'unknown',
      detail: 'gcloud is not installed',
    });
  });
});

describe('the files of a deployment', () => {
  const withFiles = (files: Record<string, string | null>, project = PROJECT) =>
    checkFiles({
      project,
      run: gcloud({}),
      read: async (path) => (path in files ? (files[path] ?? null) : readIfThere(path)),
    });
  const withVariables = (variables: string | null, project = PROJECT) =>
    withFiles({ [`functions/.env.${project}`]: variables }, project);

  it('are complete with a copy of the example', async () => {
    const example = (await readIfThere('functions/.env.example'))?.replaceAll('@PROJECT.', `@${PROJECT}.`) ?? null;

    expect((await withVariables(example)).filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('are reported if a value is missing', async () => {
    const failedWith = (text: string) =>
      expect.objectContaining({ state: 'failed', detail: expect.stringContaining(text) });

    expect(await withVariables('SITE_URL=\n')).toContainEqual(failedWith('TRUSTED_HOPS has no value'));
    const example = await readIfThere('functions/.env.example');
    expect(await withVariables(example)).toContainEqual(failedWith('API_SERVICE_ACCOUNT is'));
    expect(await withVariables(null)).toContainEqual(failedWith('.env.example'));
  });

  it('need no socket address, even if the workflow writes an empty one', async () => {
    const states = async (text: string | null) =>
      (await withFiles({ 'web/.env.production.local': text })).filter(({ what }) => what.startsWith('VITE_LIVE_URL'));

    expect(await states(null)).toEqual([expect.objectContaining({ state: 'unknown' })]);
    expect(await states('VITE_LIVE_URL=\n')).toEqual([expect.objectContaining({ state: 'unknown' })]);
    expect(await states('VITE_LIVE_URL=https://live.test\n')).toEqual([expect.objectContaining({ state: 'failed' })]);
  });

  it('are refused for a project on the emulators', async () => {
    expect((await withVariables('', 'demo-inkwell'))[0]?.state).toBe('failed');
  });
});

describe('the parameters', () => {
  it('are exactly those of the example', async () => {
    const declared = declaredParameters((await readIfThere('functions/src/index.ts')) ?? '');
    const names = declared.filter(({ kind }) => kind !== 'Secret').map(({ name }) => name);
    const example = readVariables((await readIfThere('functions/.env.example')) ?? '');

    expect(names).toContain('TRUSTED_HOPS');
    expect([...example.keys()].sort()).toEqual([...names, 'NODE_OPTIONS'].sort());
  });

  it('name the accounts that are created for them', async () => {
    const example = readVariables((await readIfThere('functions/.env.example')) ?? '');

    expect(FUNCTION_ACCOUNTS.map(({ parameter }) => example.get(parameter))).toEqual(
      FUNCTION_ACCOUNTS.map(({ account }) => emailOf(account, 'PROJECT')),
    );
  });

  it.each([
    ['TRUSTED_HOPS', 'Int', 'two', 'not a whole number'],
    ['SITE_URL', 'String', 'https://inkwell.test/', 'without a slash'],
    ['SITE_URL', 'String', 'inkwell.test', 'expected https://HOST'],
    ['API_SERVICE_ACCOUNT', 'String', '', 'expected NAME@PROJECT'],
    ['SWEEP_SERVICE_ACCOUNT', 'String', 'function-sweep@', 'expected NAME@PROJECT'],
    ['SWEEP_SERVICE_ACCOUNT', 'String', 'function-sweep@inkwell-staging.iam.gserviceaccount.com', 'another project'],
  ] as const)('refuse %s (%s) "%s"', (name, kind, value, problem) => {
    expect(parameterProblems([{ name, kind }], new Map([[name, value]]), PROJECT)).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('are read with quotes and comments', () => {
    expect([...readVariables('# A=1\nB=2 # two\nexport C="x # y"\nD=\n')]).toEqual([
      ['B', '2'],
      ['C', 'x # y'],
      ['D', ''],
    ]);
  });
});
