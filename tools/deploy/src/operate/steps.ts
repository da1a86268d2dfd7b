import {
  BUILD_ROLE,
  computeAccount,
  DEPLOYER_ROLES,
  defaultBucket,
  emailOf,
  FUNCTION_ACCOUNTS,
  REGION,
  RULES_ROLE,
  rulesAgent,
  SECRETS,
  SERVICES,
} from '../project.ts';
import { type AlertPolicy, alertPolicies } from './alerts.ts';

/** One thing that a project should have. */
export interface Step {
  readonly what: string;
  /** Arguments of gcloud. Each may be run again: what is there already stays as it is. */
  readonly command: readonly string[];
  /** Answers something where it is there already; without it the command itself is safe to repeat. */
  readonly isThere?: readonly string[];
  /** Text that the command reads from a file, which is named in its last argument. */
  readonly file?: string;
}

/** Those of the workflow. */
export const ENVIRONMENTS = ['staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface Wishes {
  readonly project: string;
  readonly projectNumber: string;
  /** `000000-000000-000000`. */
  readonly billingAccount: string | null;
  /** What a month may cost, with its currency: `50USD`. */
  readonly monthlyBudget: string | null;
  /** Who is told: an e-mail address. */
  readonly alertEmail: string | null;
  /** The repository whose workflow deploys, and the environment of it that stands for this project. */
  readonly deployer: {
    /** `OWNER/NAME`. */
    readonly repository: string;
    /** Whoever has to approve its jobs approves what is done to this project. */
    readonly environment: Environment;
  } | null;
}

const CHANNEL = 'Inkwell operators';
const DEPLOYER = 'deployer';
const POOL = 'github';

const grant = (project: string, member: string, role: string): Step => ({
  what: `${member} has ${role}`,
  // A condition of another binding would otherwise be asked about.
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
  isThere: ['iam', 'service-accounts', 'describe', emailOf(name, project)],
  command: ['iam', 'service-accounts', 'create', name, '--display-name', title],
});

/** Everything that a project needs besides what `firebase deploy` brings, in the order in which it can be made. */
export function stepsFor(wishes: Wishes): Step[] {
  const { project } = wishes;
  return [
    ...serviceSteps(),
    ...functionSteps(project),
    ...agentSteps(wishes),
    ...alertSteps(wishes),
    ...budgetSteps(wishes),
    ...deployerSteps(wishes),
  ];
}

/** Service Usage takes no more services at once. */
const SERVICES_AT_ONCE = 20;

function serviceSteps(): Step[] {
  const groups = Math.ceil(SERVICES.length / SERVICES_AT_ONCE);
  return Array.from({ length: groups }, (_, n) => ({
    what: `the services are switched on (${n + 1} of ${groups})`,
    command: ['services', 'enable', ...SERVICES.slice(n * SERVICES_AT_ONCE, (n + 1) * SERVICES_AT_ONCE)],
  }));
}

function functionSteps(project: string): Step[] {
  return FUNCTION_ACCOUNTS.flatMap(({ account: name, title, roles, bucketRoles, readsSecrets }) => {
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
      ...(readsSecrets ? SECRETS : []).map((secret) => ({
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

function agentSteps({ project, projectNumber }: Wishes): Step[] {
  return [
    grant(project, rulesAgent(projectNumber), RULES_ROLE),
    grant(project, computeAccount(projectNumber), BUILD_ROLE),
  ];
}

function alertSteps({ alertEmail, project }: Wishes): Step[] {
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
    isThere: named('policies', wanted.displayName),
    file: JSON.stringify({ ...wanted, notificationChannels: ['CHANNEL'] }, null, 2),
    command: ['alpha', 'monitoring', 'policies', 'create', '--policy-from-file'],
  });
  return [
    {
      what: `${alertEmail} is told`,
      isThere: ['beta', 'monitoring', 'channels', 'list', '--filter', `displayName="${CHANNEL}"`],
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
    ...alertPolicies(project, REGION).map(policy),
  ];
}

function budgetSteps({ billingAccount, monthlyBudget, project }: Wishes): Step[] {
  if (!billingAccount || !monthlyBudget) return [];
  const name = `Inkwell ${project}`;
  const thresholds = [0.5, 0.9, 1].flatMap((percent) => ['--threshold-rule', `percent=${percent}`]);
  return [
    {
      what: `a budget of ${monthlyBudget} a month`,
      isThere: ['billing', 'budgets', 'list', '--billing-account', billingAccount, '--filter', `displayName="${name}"`],
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

/** Lets the workflow of one repository deploy, without a key that could be stolen. */
function deployerSteps({ deployer, project, projectNumber }: Wishes): Step[] {
  if (!deployer) return [];
  const { repository, environment } = deployer;
  const email = emailOf(DEPLOYER, project);
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/${POOL}`;
  const place = ['--location', 'global'];
  const inPool = [...place, '--workload-identity-pool', POOL];
  // Without a condition every repository of the world could ask for a token; without the environment, jobs that nobody has approved.
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
      isThere: ['iam', 'workload-identity-pools', 'describe', POOL, ...place],
      command: ['iam', 'workload-identity-pools', 'create', POOL, ...place, '--display-name', 'GitHub'],
    },
    {
      what: `workflows of ${repository} are known`,
      isThere: ['iam', 'workload-identity-pools', 'providers', 'describe', POOL, ...inPool],
      command: [
        ...['iam', 'workload-identity-pools', 'providers', 'create-oidc', POOL, ...inPool],
        ...['--issuer-uri', 'https://token.actions.githubusercontent.com'],
        ...['--attribute-mapping', 'google.subject=assertion.sub,attribute.repository=assertion.repository'],
        ...['--attribute-condition', condition],
      ],
    },
    {
      // One that was there may have been made for another repository or environment.
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
