import { REGION, SECRET_NAMES } from '@inkwell/functions/src/inventory.ts';
import { type Finding, failed, ok, unknown } from '../finding.ts';
import {
  BUILD_ROLE,
  computeAccount,
  defaultBucket,
  emailOf,
  FUNCTION_ACCOUNTS,
  RULES_ROLE,
  rulesAgent,
  SERVICES,
} from '../project.ts';
import { type Runner, reasonOf } from '../runner.ts';
import { declaredParameters, parameterProblems, readVariables } from './parameters.ts';

export interface Preflight {
  readonly project: string;
  readonly run: Runner;
  /** The text of a file in the repository; null if it does not exist. */
  readonly read: (path: string) => Promise<string | null>;
  /** False if only rules, indexes or Hosting are deployed; true by default. */
  readonly deploysFunctions?: boolean;
}

/** The repository for container images of functions. */
const IMAGES = 'gcf-artifacts';

interface Binding {
  readonly role: string;
  readonly members?: readonly string[];
}

/** The answer to a command: JSON, "not found", or the reason why it is unknown. */
type Asked = { readonly value: unknown } | { readonly absent: string } | { readonly unknown: string };

const ABSENT = /NOT_FOUND|not found|does not exist|404/i;

async function ask({ run, project }: Preflight, ...args: string[]): Promise<Asked> {
  const outcome = await run('gcloud', [...args, '--project', project, '--format', 'json', '--quiet']);
  const { status, stdout, stderr } = outcome;
  if (status === null) return { unknown: 'gcloud is not installed' };
  const reason = reasonOf(outcome);
  if (status !== 0) return ABSENT.test(stderr) ? { absent: reason } : { unknown: reason };
  try {
    return { value: JSON.parse(stdout || 'null') };
  } catch {
    return { unknown: `gcloud ${args.join(' ')} did not answer in JSON` };
  }
}

/** Turns an answer into a finding. If the command failed, the finding is unknown. */
function judge(what: string, asked: Asked, help: string, isFine: (value: unknown) => boolean = () => true): Finding {
  if ('unknown' in asked) return unknown(what, asked.unknown);
  if ('absent' in asked) return failed(what, help);
  return isFine(asked.value) ? ok(what) : failed(what, help);
}

const listOf = (value: unknown): readonly Record<string, unknown>[] => (Array.isArray(value) ? value : []);
const fieldOf = (value: unknown, name: string): unknown =>
  value instanceof Object ? (value as Record<string, unknown>)[name] : undefined;
const lastPart = (name: unknown): string => String(name).split('/').at(-1) ?? '';

function hasRole(policy: unknown, member: string, role: string): boolean {
  const bindings = fieldOf(policy, 'bindings');
  return (Array.isArray(bindings) ? (bindings as Binding[]) : []).some(
    (binding) => binding.role === role && binding.members?.includes(member),
  );
}

/** Checks the files of a deployment. Needs only the checkout. */
export async function checkFiles({ project, read }: Preflight): Promise<Finding[]> {
  const file = `functions/.env.${project}`;
  const [source, variables, web] = await Promise.all([
    read('functions/src/index.ts'),
    read(file),
    read('web/.env.production.local'),
  ]);
  const problems =
    variables === null ? [] : parameterProblems(declaredParameters(source ?? ''), readVariables(variables), project);
  // The workflow writes this line even if its variable is empty.
  const liveUrl = readVariables(web ?? '').get('VITE_LIVE_URL') || undefined;
  return [
    project.startsWith('demo-')
      ? failed('the project is a real one', `${project} exists on the emulators only: give --project PROJECT`)
      : ok('the project is a real one'),
    variables === null
      ? failed(file, 'missing: copy functions/.env.example to it and fill it in')
      : problems.length > 0
        ? failed(file, problems.join('; '))
        : ok(`${file} has every parameter`),
    liveUrl === undefined
      ? unknown(
          'VITE_LIVE_URL',
          'not set in web/.env.production.local: the app polls until it knows the address of `live`',
        )
      : /^wss:\/\/.+\/ws$/.test(liveUrl)
        ? ok('VITE_LIVE_URL is an address of sockets')
        : failed('VITE_LIVE_URL', `"${liveUrl}", expected wss://HOST/ws`),
  ];
}

/** Checks the resources of the project. Read-only. */
export async function checkProject(preflight: Preflight): Promise<Finding[]> {
  const { project } = preflight;
  const described = await ask(preflight, 'projects', 'describe', project);
  const found = judge(
    'the project is there',
    described,
    `${project} is not there, or you may not see it: gcloud auth login`,
  );
  if (found.state !== 'ok' || !('value' in described)) return [found];
  const number = String(fieldOf(described.value, 'projectNumber'));

  const [billing, services, policy, accounts, database, bucket, indexes, images] = await Promise.all([
    ask(preflight, 'billing', 'projects', 'describe', project),
    ask(preflight, 'services', 'list', '--enabled'),
    ask(preflight, 'projects', 'get-iam-policy', project),
    ask(preflight, 'iam', 'service-accounts', 'list'),
    ask(preflight, 'firestore', 'databases', 'describe', '--database', '(default)'),
    ask(preflight, 'storage', 'buckets', 'describe', `gs://${defaultBucket(project)}`),
    ask(preflight, 'firestore', 'indexes', 'composite', 'list', '--database', '(default)'),
    ask(preflight, 'artifacts', 'repositories', 'describe', IMAGES, '--location', REGION),
  ]);
  const findings = [
    found,
    judge(
      'billing is on',
      billing,
      'functions need the Blaze plan',
      (value) => fieldOf(value, 'billingEnabled') === true,
    ),
    servicesFinding(services),
    judge(
      `Firestore is there, in ${REGION}`,
      database,
      `there is none, or it is elsewhere: firebase firestore:databases:create "(default)" --location=${REGION}`,
      (value) => [REGION, 'eur3'].includes(String(fieldOf(value, 'locationId'))),
    ),
    judge('the default bucket is there', bucket, 'open Storage in the Firebase console once'),
    ...(preflight.deploysFunctions === false ? [] : [indexFinding(indexes)]),
    imagesFinding(images),
    ...accountFindings(project, accounts, policy),
    judge(
      'Storage rules may read Firestore',
      policy,
      'npm run operate grants it; a deploy without a person does not',
      (value) => hasRole(value, `serviceAccount:${rulesAgent(number)}`, RULES_ROLE),
    ),
    judge('builds have their role', policy, `${computeAccount(number)} needs ${BUILD_ROLE}: npm run operate`, (value) =>
      ['roles/editor', 'roles/owner', BUILD_ROLE].some((role) =>
        hasRole(value, `serviceAccount:${computeAccount(number)}`, role),
      ),
    ),
  ];
  for (const secret of SECRET_NAMES) {
    const versions = await ask(preflight, 'secrets', 'versions', 'list', secret, '--filter', 'state=enabled');
    const help = `firebase functions:secrets:set ${secret} --project ${project} (docs/operations.md)`;
    findings.push(judge(`${secret} has a value`, versions, help, (value) => listOf(value).length > 0));
  }
  return findings;
}

function servicesFinding(services: Asked): Finding {
  const what = 'the services are switched on';
  if (!('value' in services)) return judge(what, services, 'none is');
  const enabled = new Set(
    listOf(services.value).map((service) => lastPart(fieldOf(service.config, 'name') ?? service.name)),
  );
  const missing = SERVICES.filter((name) => !enabled.has(name));
  return missing.length === 0 ? ok(what) : failed(what, `npm run operate switches them on: ${missing.join(' ')}`);
}

function indexFinding(indexes: Asked): Finding {
  const what = 'no index is being built';
  if (!('value' in indexes)) return judge(what, indexes, 'deploy them first: firebase deploy --only firestore');
  const building = listOf(indexes.value).filter(({ state }) => state !== 'READY').length;
  return building === 0 ? ok(what) : failed(what, `${building} are not ready: functions that need them would fail`);
}

/** Without a clean-up policy for images, an unattended deployment stops after the functions and before Hosting. */
function imagesFinding(images: Asked): Finding {
  const what = 'images of functions are kept for a known time';
  if ('absent' in images) {
    return unknown(
      what,
      'they come with the first deploy, which a person should do: 30 days let functions be rolled back',
    );
  }
  const help = `npx firebase functions:artifacts:setpolicy --location ${REGION} --days 30`;
  return judge(what, images, help, (value) => {
    const isSet = fieldOf(fieldOf(value, 'cleanupPolicies'), 'firebase-functions-cleanup') !== undefined;
    return isSet || fieldOf(fieldOf(value, 'labels'), 'firebase-functions-cleanup-opted-out') !== undefined;
  });
}

function accountFindings(project: string, accounts: Asked, policy: Asked): Finding[] {
  return FUNCTION_ACCOUNTS.map(({ account, roles }) => {
    const what = `${account}@ has its roles`;
    if (!('value' in accounts)) return judge(what, accounts, 'npm run operate makes it');
    if (!('value' in policy)) return judge(what, policy, 'npm run operate grants them');
    const email = emailOf(account, project);
    if (!listOf(accounts.value).some((known) => known.email === email))
      return failed(what, 'there is none: npm run operate');
    const missing = roles.filter((role) => !hasRole(policy.value, `serviceAccount:${email}`, role));
    return missing.length === 0 ? ok(what) : failed(what, `lacks ${missing.join(', ')}: npm run operate`);
  });
}

/** All checks. Facts that no command can find out are reported as unknown. */
export async function preflight(options: Preflight): Promise<Finding[]> {
  const files = await checkFiles(options);
  return [
    ...files,
    ...(await checkProject(options)),
    unknown(
      'sign-in',
      'look in the console: providers, authorised domains and the action URL of mails (docs/operations.md)',
    ),
    unknown(
      'mail',
      'try it: the server in SMTP_URL takes mails of the sender, and the extension that sent them before is gone (docs/operations.md)',
    ),
  ];
}
