import { parseArgs } from 'node:util';
import { readIfThere } from '../files.ts';
import { conclude } from '../finding.ts';
import { projectNamed } from '../project-name.ts';
import { runProgram } from '../runner.ts';
import { applySteps } from './apply.ts';
import { ENVIRONMENTS, stepsFor } from './steps.ts';

/*
 * npm run operate -- --project PROJECT [--dry-run] [--alerts-to EMAIL] [--billing-account ID --budget 50USD]
 *   [--repository OWNER/NAME --environment staging|production]
 *
 * Gives a project the accounts, roles, alerts and budget of this product, and allows the hosted workflow to deploy.
 * Safe to repeat. docs/operations.md, docs/decisions/0009-operations-as-a-script.md.
 */

const { values } = parseArgs({
  options: {
    project: { type: 'string', short: 'P' },
    'dry-run': { type: 'boolean', default: false },
    'alerts-to': { type: 'string' },
    'billing-account': { type: 'string' },
    budget: { type: 'string' },
    repository: { type: 'string' },
    environment: { type: 'string' },
  },
});
const { repository } = values;
const environment = ENVIRONMENTS.find((name) => name === values.environment);
if ((repository === undefined) !== (environment === undefined) || (values.environment !== undefined && !environment)) {
  console.error(
    '--repository and --environment (staging or production) go together: jobs of that environment, and no others, may deploy to the project.',
  );
  process.exit(1);
}
const project = projectNamed(values.project, await readIfThere('.firebaserc'));
const describe = ['projects', 'describe', project, '--format', 'value(projectNumber)', '--quiet'];
const described = await runProgram('gcloud', describe);
const projectNumber = described.stdout.trim();
if (!/^\d+$/.test(projectNumber) && !values['dry-run']) {
  console.error(
    described.status === null ? 'gcloud is not installed.' : `gcloud cannot see ${project}: ${described.stderr.trim()}`,
  );
  process.exit(1);
}

const steps = stepsFor({
  project,
  projectNumber: projectNumber || 'PROJECT_NUMBER',
  billingAccount: values['billing-account'] ?? null,
  monthlyBudget: values.budget ?? null,
  alertEmail: values['alerts-to'] ?? null,
  deployer: repository !== undefined && environment !== undefined ? { repository, environment } : null,
});
conclude(await applySteps(steps, { project, run: runProgram, isDryRun: values['dry-run'] }));
