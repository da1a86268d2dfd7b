import { parseArgs } from 'node:util';
import { readIfThere } from '../files.ts';
import { hasFailed, report } from '../finding.ts';
import { projectNamed } from '../project-name.ts';
import { runProgram } from '../runner.ts';
import { preflight } from './checks.ts';

/*
 * npm run preflight -- --project PROJECT
 *
 * Says what a project lacks before something is deployed to it, and changes nothing. Ends with 1 when something is missing. What it
 * could not look at counts as unknown, not as missing. docs/operations.md.
 */

const { values } = parseArgs({ options: { project: { type: 'string', short: 'P' } } });
const project = projectNamed(values.project, await readIfThere('.firebaserc'));
console.log(`Project ${project}`);
const findings = await preflight({ project, run: runProgram, read: readIfThere });
console.log(report(findings));
if (hasFailed(findings)) process.exitCode = 1;
