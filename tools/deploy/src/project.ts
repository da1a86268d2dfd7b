import { accountOf, accountParameterOf, entryOf, FUNCTION_NAMES } from '@inkwell/functions/src/inventory.ts';

/*
 * The requirements for a Google Cloud project: checked by `npm run preflight`, applied by `npm run operate`. Names of roles and services are from
 * Google's documentation; functions/src/inventory.ts explains the roles of each account.
 */

/**
 * Services to enable: first the ones that `firebase deploy` would enable if it were allowed to, then those that the product uses, then those for the
 * workflow's sign-in and for inspecting the project.
 */
export const SERVICES = [
  'artifactregistry.googleapis.com',
  'cloudbuild.googleapis.com',
  'cloudfunctions.googleapis.com',
  'cloudscheduler.googleapis.com',
  'eventarc.googleapis.com',
  'firebasehosting.googleapis.com',
  'firebaserules.googleapis.com',
  'pubsub.googleapis.com',
  'run.googleapis.com',
  'secretmanager.googleapis.com',
  'storage.googleapis.com',
  'billingbudgets.googleapis.com',
  'clouderrorreporting.googleapis.com',
  'firebasestorage.googleapis.com',
  'firestore.googleapis.com',
  'identitytoolkit.googleapis.com',
  'logging.googleapis.com',
  'monitoring.googleapis.com',
  'cloudbilling.googleapis.com',
  'cloudresourcemanager.googleapis.com',
  'iam.googleapis.com',
  'iamcredentials.googleapis.com',
  'sts.googleapis.com',
] as const;

export interface FunctionAccount {
  /** The parameter of functions/src/index.ts for the account. */
  readonly parameter: string;
  readonly account: string;
  readonly title: string;
  /** Roles on the project. */
  readonly roles: readonly string[];
  /** Roles on the default bucket. */
  readonly bucketRoles: readonly string[];
  readonly secrets: readonly string[];
}

/** Each function has its own account, with only the roles that it needs. */
export const FUNCTION_ACCOUNTS: readonly FunctionAccount[] = FUNCTION_NAMES.map((name) => {
  const { title, roles, bucketRoles, secrets } = entryOf(name);
  const parameter = accountParameterOf(name);
  return { parameter, account: accountOf(name), title: `Function ${name}: ${title}`, roles, bucketRoles, secrets };
});

/** Allows Storage rules to read Firestore. A deployment grants this only if a person confirms it. */
export const RULES_ROLE = 'roles/firebaserules.firestoreServiceAgent';
/** In projects created since 2024, builds run as the compute account, which does not have this role by default. */
export const BUILD_ROLE = 'roles/cloudbuild.builds.builder';

/** Roles of the account that deploys from the hosted workflow. */
export const DEPLOYER_ROLES = [
  'roles/artifactregistry.reader',
  'roles/cloudfunctions.admin',
  'roles/cloudscheduler.admin',
  'roles/datastore.indexAdmin',
  'roles/firebasehosting.admin',
  'roles/firebaserules.admin',
  'roles/firebasestorage.viewer',
  'roles/iam.serviceAccountUser',
  'roles/iam.securityReviewer',
  'roles/run.admin',
  'roles/secretmanager.viewer',
  'roles/serviceusage.serviceUsageConsumer',
] as const;

export const emailOf = (account: string, project: string): string => `${account}@${project}.iam.gserviceaccount.com`;
export const rulesAgent = (projectNumber: string): string =>
  `service-${projectNumber}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
export const computeAccount = (projectNumber: string): string =>
  `${projectNumber}-compute@developer.gserviceaccount.com`;
export const defaultBucket = (project: string): string => `${project}.firebasestorage.app`;
