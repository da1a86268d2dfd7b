import { resolve } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { readIfThere } from '../files.ts';
import { projectNamed } from '../project-name.ts';
import { runProgram } from '../runner.ts';
import { accessTo } from './access.ts';
import { backUp } from './backup.ts';
import { readManifest, readPage } from './manifest.ts';
import { placeAt } from './place.ts';
import { deletionsOf, runningSchedules, settleIn } from './product.ts';
import { restore } from './restore.ts';

/*
 * npm run backup -- gs://BUCKET/FOLDER --project PROJECT [--bucket NAME]
 * npm run restore -- gs://BUCKET/FOLDER --project PROJECT [--bucket NAME] [--deletions-of PROJECT | --deletions-in LATER_BACKUP]
 *
 * Copies documents, files and accounts of a project, and restores them into an empty one. A project of the running local stack (demo-...) is
 * copied into a folder. docs/operations.md, docs/decisions/0039-backups.md.
 */

const USAGE = `Usage: npm run backup -- gs://BUCKET/FOLDER|FOLDER [--project PROJECT] [--bucket NAME]
       npm run restore -- gs://BUCKET/FOLDER|FOLDER --project PROJECT [--bucket NAME]
         [--deletions-of PROJECT | --deletions-in LATER_BACKUP]`;

const say = (line: string) => {
  if (stdout.isTTY) stdout.write(`\r\x1b[K${line}`);
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string', short: 'P' },
      bucket: { type: 'string' },
      'deletions-of': { type: 'string' },
      'deletions-in': { type: 'string' },
    },
  });
  const [command, given, ...rest] = positionals;
  if ((command !== 'backup' && command !== 'restore') || given === undefined || rest.length > 0) throw new Error(USAGE);
  // The project is required, so that a forgotten option cannot restore into the default project.
  if (command === 'restore' && values.project === undefined) throw new Error(USAGE);
  const firebaserc = await readIfThere('.firebaserc');
  const project = projectNamed(values.project, firebaserc);
  const run = runProgram;
  const access = accessTo(project, { run, env: process.env, bucket: values.bucket });
  const at = (name: string) =>
    placeAt(name.startsWith('gs://') ? name : resolve(process.env.INIT_CWD ?? '.', name), access);
  const place = at(given);
  if (command === 'backup') {
    const deletions = () => deletionsOf(project, run);
    const { documents, objects, accounts } = await backUp({ access, place, deletions, now: () => new Date(), say });
    say('');
    console.log(
      `${documents.count} documents, ${objects.count} files and ${accounts.count} accounts of ${project} are in ${given}.`,
    );
    return;
  }
  const [of, later] = [values['deletions-of'], values['deletions-in']];
  const known = of === undefined ? [] : await deletionsOf(projectNamed(of, firebaserc), run);
  const laterPlace = later === undefined ? null : at(later);
  const inLater = laterPlace ? await readPage(laterPlace, (await readManifest(laterPlace)).manifest.deletions) : [];
  let settled = '';
  const manifest = await restore({
    access,
    place,
    schedules: () => runningSchedules(access, run),
    settle: async (deletions) => {
      settled = await settleIn(project, [...deletions, ...known, ...inLater], run);
    },
    say,
  });
  say('');
  console.log(`The backup of ${manifest.project} of ${manifest.begunAt} is in ${project}.`);
  console.log(settled);
  if (of === undefined && later === undefined)
    console.log(
      `Whoever deleted their account after ${manifest.begunAt} has it again: docs/operations.md says how to repeat that.`,
    );
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
