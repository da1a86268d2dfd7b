import { parseArgs } from 'node:util';
import { readIfThere } from '../files.ts';
import { conclude } from '../finding.ts';
import { projectNamed } from '../project-name.ts';
import { runProgram } from '../runner.ts';
import { preflight } from './checks.ts';

/*
 * npm run preflight -- --project PROJECT
 *
 * Reports what is missing before a deployment, and changes nothing. Exits with 1 if something is missing. Checks that are impossible count as
 * unknown, not as missing. docs/operations.md.
 */

const { values } = parseArgs({ options: { project: { type: 'string', short: 'P' } } });
const project = projectNamed(values.project, await readIfThere('.firebaserc'));
console.log(`Project ${project}`);
conclude(await preflight({ project, run: runProgram, read: readIfThere }));
