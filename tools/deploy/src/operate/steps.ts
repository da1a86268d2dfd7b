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

/** A resource or setting that a project should have. */
export interface Step {
  readonly what: string;
  /** Arguments of gcloud. Each command is safe to repeat: existing resources do not change. */
  readonly command: readonly string[];
  /** A command that prints something if the resource exists. Without it, the step's own command is safe to repeat. */
  readonly existsCheck?: readonly string[];
  /** The text of a file that the command reads. The name of the file becomes its last argument. */
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
  /** The email address that receives alerts. */
  readonly alertEmail: string | null;
  /** The repository whose workflow deploys, and the GitHub environment for this project. */
  readonly deployer: {
    /** `OWNER/NAME`. */
    readonly repository: string;
    /** The people who approve its jobs approve every deployment to this project. */
    readonly environment: Environment;
  } | null;
}

const CHANNEL = 'Inkwell operators';
/** Lists the channel that receives the alerts. */
export const LIST_CHANNEL = ['beta', 'monitoring', 'channels', 'list', ...named(CHANNEL)];
const DEPLOYER = 'deployer';
const POOL = 'github';

/** Converts options to gcloud arguments. */
function flags(options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
}

function named(title: string): string[] {
  return flags({ filter: `displayName="${title}"` });
}

/** Gives an account a role on a resource. */
function binding(kind: readonly string[], resource: string, email: string, role: string): string[] {
  return [...kind, 'add-iam-policy-binding', resource, ...flags({ member: `serviceAccount:${email}`, role })];
}

const grant = (project: string, email: string, role: string): Step => ({
  what: `${email} has ${role}`,
  // Otherwise gcloud asks about conditions of other bindings.
  command: [...binding(['projects'], project, email, role), '--condition', 'None'],
});

const account = (project: string, name: string, title: string): Step => ({
  what: `the account ${name}@ is there`,
  existsCheck: ['iam', 'service-accounts', 'describe', emailOf(name, project)],
  command: ['iam', 'service-accounts', 'create', name, '--display-name', title],
});

/** Everything that a project needs in addition to the resources of `firebase deploy`, in the order of creation. */
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

/** The maximum number of services that Service Usage enables in one call. */
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
    return [
      account(project, name, title),
      ...roles.map((role) => grant(project, email, role)),
      ...bucketRoles.map((role) => ({
        what: `${email} has ${role} on the default bucket`,
        command: binding(['storage', 'buckets'], `gs://${defaultBucket(project)}`, email, role),
      })),
      ...secrets.map((secret) => ({
        what: `${email} reads ${secret}`,
        command: binding(['secrets'], secret, email, 'roles/secretmanager.secretAccessor'),
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
  const channel = { 'display-name': CHANNEL, type: 'email', 'channel-labels': `email_address=${alertEmail}` };
  const check = { protocol: 'https', period: '5', timeout: '10', 'resource-type': 'uptime-url' };
  const labels = `host=${project}.web.app,project_id=${project}`;
  const policy = (wanted: AlertPolicy): Step => ({
    what: `the alert "${wanted.displayName}"`,
    existsCheck: ['alpha', 'monitoring', 'policies', 'list', ...named(wanted.displayName)],
    file: JSON.stringify({ ...wanted, notificationChannels: ['CHANNEL'] }, null, 2),
    command: ['alpha', 'monitoring', 'policies', 'create', '--policy-from-file'],
  });
  return [
    {
      what: `${alertEmail} is told`,
      existsCheck: LIST_CHANNEL,
      command: ['beta', 'monitoring', 'channels', 'create', ...flags(channel)],
    },
    ...UPTIME_CHECKS.map(({ displayName, path }) => ({
      what: `the uptime check "${displayName}"`,
      existsCheck: ['monitoring', 'uptime', 'list-configs', ...named(displayName)],
      command: ['monitoring', 'uptime', 'create', displayName, ...flags({ ...check, 'resource-labels': labels, path })],
    })),
    ...alertPolicies(project, REGION).map(policy),
  ];
}

function budgetSteps({ billingAccount, monthlyBudget, project }: OperateOptions): Step[] {
  if (!billingAccount || !monthlyBudget) return [];
  const name = `Inkwell ${project}`;
  const thresholds = [0.5, 0.9, 1].flatMap((percent) => flags({ 'threshold-rule': `percent=${percent}` }));
  const ofAccount = flags({ 'billing-account': billingAccount });
  const budget = { 'display-name': name, 'budget-amount': monthlyBudget, 'filter-projects': `projects/${project}` };
  return [
    {
      what: `a budget of ${monthlyBudget} a month`,
      existsCheck: ['billing', 'budgets', 'list', ...ofAccount, ...named(name)],
      command: ['billing', 'budgets', 'create', ...ofAccount, ...flags(budget), ...thresholds],
    },
  ];
}

/** Allows the workflow of one repository to deploy without a key, which could be stolen. */
function deployerSteps({ deployer, project, projectNumber }: OperateOptions): Step[] {
  if (!deployer) return [];
  const { repository, environment } = deployer;
  const email = emailOf(DEPLOYER, project);
  const pool = `projects/${projectNumber}/locations/global/workloadIdentityPools/${POOL}`;
  const place = ['--location', 'global'];
  const inPool = [...place, '--workload-identity-pool', POOL];
  // Without the condition on the repository, every repository on GitHub could get a token. Without the environment, so could unapproved jobs.
  const provider = {
    'attribute-condition': `assertion.repository == '${repository}' && assertion.ref == 'refs/heads/main' && assertion.environment == '${environment}'`,
  };
  const issuer = {
    'issuer-uri': 'https://token.actions.githubusercontent.com',
    'attribute-mapping': 'google.subject=assertion.sub,attribute.repository=assertion.repository',
  };
  const member = `principalSet://iam.googleapis.com/${pool}/attribute.repository/${repository}`;
  const role = 'roles/iam.workloadIdentityUser';
  const providers = ['iam', 'workload-identity-pools', 'providers'];
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
      existsCheck: [...providers, 'describe', POOL, ...inPool],
      command: [...providers, 'create-oidc', POOL, ...inPool, ...flags({ ...issuer, ...provider })],
    },
    {
      // An existing provider may have been created for another repository or environment.
      what: `workflows of ${repository} deploy from its environment ${environment} alone`,
      command: [...providers, 'update-oidc', POOL, ...inPool, ...flags(provider)],
    },
    {
      what: `workflows of ${repository} act as ${email}`,
      command: ['iam', 'service-accounts', 'add-iam-policy-binding', email, ...flags({ role, member })],
    },
  ];
}
