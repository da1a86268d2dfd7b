import { REGION } from '@inkwell/functions/src/inventory.ts';
import {
  BUILD_ROLE,
  computeAccount,
  DEPLOYER_ROLES,
  defaultBucket,
  emailOf,
  FUNCTION_ACCOUNTS,
  RULES_ROLE,
  rulesAgent,
  SERVICES,
} from '../project.ts';
import { type AlertPolicy, alertPolicies, UPTIME_CHECKS } from './alerts.ts';

/** One thing that a project should have. */
export interface Step {
  readonly what: string;
  /** Arguments of gcloud. Each command is safe to repeat: what exists stays as it is. */
  readonly command: readonly string[];
  /** A command that prints something when the thing exists; without it, the step's own command is safe to repeat. */
  readonly existsCheck?: readonly string[];
  /** Text of a file that the command reads; the file's name becomes its last argument. */
  readonly file?: string;
}

/** The environments of the deploy workflow. */
export const ENVIRONMENTS = ['staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface OperateOptions {
  readonly project: string;
  readonly projectNumber: string;
  /** `000000-000000-000000`. */
  readonly billingAccount: string | null;
  /** The monthly budget with its currency: `50USD`. */
  readonly monthlyBudget: string | null;
  /** The e-mail address that receives alerts. */
  readonly alertEmail: string | null;
  /** The repository whose workflow deploys, and the GitHub environment for this project. */
  readonly deployer: {
    /** `OWNER/NAME`. */
    readonly repository: string;
    /** The people who approve its jobs approve every deploy to this project. */
    readonly environment: Environment;
  } | null;
}

const CHANNEL = 'Inkwell operators';
const DEPLOYER = 'deployer';
const POOL = 'github';

const grant = (project: string, member: string, role: string): Step => ({
  what: `${member} has ${role}`,
  // Otherwise gcloud asks about conditions of other bindings.
  command: [
    'projects',
    'add-iam-policy-binding',
    project,
    '--member',
    `serviceAccount:${member}`,
    '--role',
    role,
    '--condition',
    'None',
  ],
});

const account = (project: string, name: string, title: string): Step => ({
  what: `the account ${name}@ is there`,
  existsCheck: ['iam', 'service-accounts', 'describe', emailOf(name, project)],
  command: ['iam', 'service-accounts', 'create', name, '--display-name', title],
});

/** Everything that a project needs besides what `firebase deploy` creates, in the order in which it can be created. */
export function stepsFor(options: OperateOptions): Step[] {
  const { project } = options;
  return [
    ...serviceSteps(),
    ...functionSteps(project),
    ...agentSteps(options),
    ...alertSteps(options),
    ...budgetSteps(options),
    ...deployerSteps(options),
  ];
}

/** The most services that Service Usage enables in one call. */
const SERVICES_AT_ONCE = 20;

function serviceSteps(): Step[] {
  const groups = Math.ceil(SERVICES.length / SERVICES_AT_ONCE);
  return Array.from({ length: groups }, (_, n) => ({
    what: `the services are switched on (${n + 1} of ${groups})`,
    command: ['services', 'enable', ...SERVICES.slice(n * SERVICES_AT_ONCE, (n + 1) * SERVICES_AT_ONCE)],
  }));
}

function functionSteps(project: string): Step[] {
  return FUNCTION_ACCOUNTS.flatMap(({ account: name, title, roles, bucketRoles, secrets }) => {
    const email = emailOf(name, project);
    const member = `serviceAccount:${email}`;
    return [
      account(project, name, title),
      ...roles.map((role) => grant(project, email, role)),
      ...bucketRoles.map((role) => ({
        what: `${email} has ${role} on the default bucket`,
        command: [
          'storage',
          'buckets',
          'add-iam-policy-binding',
          `gs://${defaultBucket(project)}`,
          '--member',
          member,
          '--role',
          role,
        ],
      })),
      ...secrets.map((secret) => ({
        what: `${email} reads ${secret}`,
        command: [
          'secrets',
          'add-iam-policy-binding',
          secret,
          '--member',
          member,
          '--role',
          'roles/secretmanager.secretAccessor',
        ],
      })),
    ];
  });
}

function agentSteps({ project, projectNumber }: OperateOptions): Step[] {
  return [
    grant(project, rulesAgent(projectNumber), RULES_ROLE),
    grant(project, computeAccount(projectNumber), BUILD_ROLE),
  ];
}

function alertSteps({ alertEmail, project }: OperateOptions): Step[] {
  if (!alertEmail) return [];
  const named = (kind: string, title: string) => [
    'alpha',
    'monitoring',
    kind,
    'list',
    '--filter',
    `displayName="${title}"`,
  ];
  const policy = (wanted: AlertPolicy): Step => ({
    what: `the alert "${wanted.displayName}"`,
    existsCheck: named('policies', wanted.displayName),
    file: JSON.stringify({ ...wanted, notificationChannels: ['CHANNEL'] }, null, 2),
    command: ['alpha', 'monitoring', 'policies', 'create', '--policy-from-file'],
  });
  return [
    {
      what: `${alertEmail} is told`,
      existsCheck: ['beta', 'monitoring', 'channels', 'list', '--filter', `displayName="${CHANNEL}"`],
      command: [
        'beta',
        'monitoring',
        'channels',
        'create',
        '--display-name',
        CHANNEL,
        '--type',
        'email',
        '--channel-labels',
        `email_address=${alertEmail}`,
      ],
    },
    ...UPTIME_CHECKS.map(({ displayName, path }) => ({
      what: `the uptime check "${displayName}"`,
      existsCheck: ['monitoring', 'uptime', 'list-configs', '--filter', `displayName="${displayName}"`],
      command: [
        ...['monitoring', 'uptime', 'create', displayName, '--resource-type', 'uptime-url'],
        ...['--resource-labels', `host=${project}.web.app,project_id=${project}`],
        ...['--protocol', 'https', '--path', path, '--period', '5', '--timeout', '10'],
      ],
    })),
    ...alertPolicies(project, REGION).map(policy),
  ];
}

function budgetSteps({ billingAccount, monthlyBudget, project }: OperateOptions): Step[] {
  if (!billingAccount || !monthlyBudget) return [];
  const name = `Inkwell ${project}`;
  const thresholds = [0.5, 0.9, 1].flatMap((percent) => ['--threshold-rule', `percent=${percent}`]);
  return [
    {
      what: `a budget of ${monthlyBudget} a month`,
      existsCheck: [
        'billing',
        'budgets',
        'list',
        '--billing-account',
        billingAccount,
        '--filter',
        `displayName="${name}"`,
      ],
      command: [
        'billing',
        'budgets',
        'create',
        '--billing-account',
        billingAccount,
        '--display-name',
        name,
        '--budget-amount',
        monthlyBudget,
        '--filter-projects',
        `projects/${project}`,
        ...thresholds,
      ],
    },
  ];
}

/** Lets the workflow of one repository deploy without a key, which could be stolen. */
function deployerSteps({ deployer, project, projectNumber }: OperateOptions): Step[] {
  if (!deployer) return [];
  const { repository, environment } = deployer;
  const email = emailOf(DEPLOYER, project);
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/${POOL}`;
  const place = ['--location', 'global'];
  const inPool = [...place, '--workload-identity-pool', POOL];
  // Without this condition, every repository on GitHub could get a token; without the environment in it, so could jobs that nobody
  // approved.
  const condition = [
    `assertion.repository == '${repository}'`,
    "assertion.ref == 'refs/heads/main'",
    `assertion.environment == '${environment}'`,
  ].join(' && ');
  return [
    account(project, DEPLOYER, 'Deploys from the hosted workflow'),
    ...DEPLOYER_ROLES.map((role) => grant(project, email, role)),
    {
      what: 'the pool of identities of the workflow is there',
      existsCheck: ['iam', 'workload-identity-pools', 'describe', POOL, ...place],
      command: ['iam', 'workload-identity-pools', 'create', POOL, ...place, '--display-name', 'GitHub'],
    },
    {
      what: `workflows of ${repository} are known`,
      existsCheck: ['iam', 'workload-identity-pools', 'providers', 'describe', POOL, ...inPool],
      command: [
        ...['iam', 'workload-identity-pools', 'providers', 'create-oidc', POOL, ...inPool],
        ...['--issuer-uri', 'https://token.actions.githubusercontent.com'],
        ...['--attribute-mapping', 'google.subject=assertion.sub,attribute.repository=assertion.repository'],
        ...['--attribute-condition', condition],
      ],
    },
    {
      // An existing provider may have been created for another repository or environment.
      what: `workflows of ${repository} deploy from its environment ${environment} alone`,
      command: [
        ...['iam', 'workload-identity-pools', 'providers', 'update-oidc', POOL, ...inPool],
        ...['--attribute-condition', condition],
      ],
    },
    {
      what: `workflows of ${repository} act as ${email}`,
      command: [
        'iam',
        'service-accounts',
        'add-iam-policy-binding',
        email,
        '--role',
        'roles/iam.workloadIdentityUser',
        '--member',
        `principalSet://iam.googleapis.com/${pool}/attribute.repository/${repository}`,
      ],
    },
  ];
}
