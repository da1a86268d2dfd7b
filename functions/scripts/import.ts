import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import process, { exit, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ReportLine } from '@inkwell/formats/records';
import { ImportKind } from '@inkwell/shared/imports';
import type { FirstPass } from '../src/imports/first-pass.ts';
import type { FileAt, PassHost, PassWork } from '../src/imports/pass.ts';
import { connectTo, hintFor, nameOf, newsletterSecretOf, type Target, targetOf } from './connect.ts';

/*
 * Imports the texts of another site (docs/import.md). Reads the whole file and shows a report first, then the job runner imports the records. Ctrl-C
 * pauses; `resume` continues.
 */

const USAGE = `Usage: npm run import -- KIND FILE|FOLDER [--dry-run] [--report FILE] [--project PROJECT] [--bucket NAME]
       npm run import -- resume ID [--project PROJECT]
KIND is one of:
  ghost FILE.json [--members FILE.csv] [--redirects FILE] [--site https://old.example] [--pictures FOLDER|FILE.zip | --fetch]
  wordpress FILE.xml [--pictures FOLDER|FILE.zip | --fetch]
  substack FOLDER|FILE.zip [--site https://old.example] [--pictures FOLDER|FILE.zip | --fetch]
  medium FOLDER|FILE.zip [--pictures FOLDER|FILE.zip | --fetch]
  markdown FOLDER|FILE.zip [--site https://old.example] [--fetch]
  subscribers FILE.csv
  inkwell FOLDER|FILE.zip`;

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    fetch: { type: 'boolean', default: false },
    pictures: { type: 'string' },
    site: { type: 'string' },
    members: { type: 'string' },
    redirects: { type: 'string' },
    report: { type: 'string' },
    project: { type: 'string' },
    bucket: { type: 'string' },
  },
  allowPositionals: true,
});

// npm runs scripts in the workspace's folder.
const fileOf = (given: string): string => resolve(process.env.INIT_CWD ?? '.', given);

type Connection = Awaited<ReturnType<typeof connectTo>>;

async function folderAt(given: string): Promise<FileAt> {
  const path = fileOf(given);
  const found = await stat(path).catch(() => null);
  if (!found) throw new Error(`There is no ${path}.`);
  return { name: basename(path), path, isFolder: found.isDirectory() };
}

async function fileAt(given: string): Promise<FileAt> {
  const path = fileOf(given);
  if (!(await stat(path).catch(() => null))?.isFile()) throw new Error(`There is no file ${given}.`);
  return { name: basename(path), path, isFolder: false };
}

async function workOf(given: string, kind: string, { publicBucket }: Connection): Promise<PassWork> {
  const known = ImportKind.safeParse(kind);
  if (!known.success) throw new Error(USAGE);
  const { members, redirects, pictures, site = null } = values;
  const isInFolder = ['substack', 'medium', 'markdown', 'inkwell'].includes(known.data);
  return {
    kind: known.data,
    file: await (isInFolder ? folderAt(given) : fileAt(given)),
    members: members === undefined ? null : await fileAt(members),
    redirects: redirects === undefined ? null : await fileAt(redirects),
    pictures: pictures === undefined ? null : await folderAt(pictures),
    siteUrl: site,
    publicBucket,
    now: new Date(),
    isFetching: values.fetch,
    isStoring: !values['dry-run'],
  };
}

/** Reads the files in a thread, as the functions do, so that one bad record cannot end the command. */
async function readInThread(work: PassWork, into: Pick<PassHost, 'write' | 'progress'>): Promise<FirstPass> {
  const { passInThread } = await import('../src/imports/pass-thread.ts');
  const noStorage = () => Promise.reject(new Error('The files are on this machine'));
  const host = { ...into, size: noStorage, range: noStorage, report: reporter() };
  return passInThread()(work, host, { forMs: Number.POSITIVE_INFINITY });
}

/** The records to import, as text for people. */
function told({ counts, reports }: Pick<FirstPass, 'counts' | 'reports'>): string {
  const list = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([kind, count]) => `  ${String(count).padStart(7)}  ${kind}`)
      .join('\n');
  const lines = Object.keys(reports).length > 0 ? `\nThe report has lines about:\n${list(reports)}` : '';
  return `The file contains:\n${list(counts) || '  nothing'}${lines}`;
}

const SHOWN = 50;
let isReportBegun = false;

/** Shows the first lines of the report, and writes the whole report to the requested file. */
function reporter() {
  const file = values.report === undefined ? null : fileOf(values.report);
  if (file && !isReportBegun) writeFileSync(file, '');
  isReportBegun = true;
  let count = 0;
  return ({ reason, about, text, address }: ReportLine): void => {
    count += 1;
    const line = [reason, about ?? '', text, address ?? ''].join('\t');
    if (file) appendFileSync(file, `${line}\n`);
    if (count <= SHOWN) console.log(line.replaceAll('\t', '  '));
    else if (count === SHOWN + 1)
      console.log(file ? `... more in ${file}` : '... more; --report FILE writes all of them');
  };
}

async function dryRun(work: PassWork): Promise<void> {
  const pass = await readInThread(work, { write: async () => {}, progress: async () => {} });
  console.log(told(pass));
  console.log('Nothing was written.');
}

/** The author of texts without one: the administrator whose account is oldest. */
async function ownerOf({ db }: Connection): Promise<string> {
  const { docs } = await db.collection('users').where('role', '==', 'admin').select('createdAt').get();
  const [first] = docs.sort((a, b) => a.get('createdAt').toMillis() - b.get('createdAt').toMillis());
  if (!first) throw new Error('The site has no administrator yet: npm run set-role -- you@example.com admin');
  return first.id;
}

async function dependenciesOf(connection: Connection, target: Target) {
  const { createJobs } = await import('../src/compose/jobs.ts');
  const { createImports } = await import('../src/compose/importing.ts');
  const { systemClock } = await import('../src/common/clock.ts');
  const { publicBucket } = connection;
  const dependencies = { ...connection, clock: systemClock, log: () => undefined };
  // This process runs no jobs that send email, so it continues only the import's job.
  const mail = {
    siteUrl: '',
    newsletterSecret: await newsletterSecretOf(target),
    newsletterMailsPerHour: 0,
    isLocal: false,
    smtpUrl: null,
  };
  const { jobs, runner } = createJobs({ ...dependencies, config: { publicBucket, ...mail } });
  return {
    imports: createImports(dependencies),
    begin: runner.begin,
    jobs,
  };
}

/** Runs an import to its end. Its job may run here or in the function `work`. Ctrl-C pauses the import. */
async function follow(
  id: string,
  userId: string,
  { imports, begin, jobs }: Awaited<ReturnType<typeof dependenciesOf>>,
): Promise<void> {
  const { importJobId } = await import('../src/imports/imports.job.ts');
  let isPausing = false;
  process.on('SIGINT', () => {
    isPausing = true;
  });
  await imports.run(id, userId);
  for (;;) {
    if (isPausing) await imports.pause(id, userId);
    const stored = await imports.find(id);
    progress(stored.done, stored.total);
    if (stored.state === 'done') break;
    if (stored.state !== 'running') {
      console.log(`\nPaused. It continues with: npm run import -- resume ${id}`);
      return;
    }
    await begin(importJobId(id));
    const after = await imports.find(id);
    const job = await jobs.find(importJobId(id));
    if (job?.status === 'failed')
      throw new Error(`\nThe import stands still: ${job.reason}\nTry again with: npm run import -- resume ${id}`);
    // Another instance has the job, or a page failed and will be retried.
    if (after.done === stored.done && after.state === 'running') await sleep(1_000);
  }
  console.log('\nDone.');
  const report = reporter();
  for (const line of await imports.laterReport(id)) report(line);
}

function progress(done: number, total: number): void {
  if (!stdout.isTTY) return;
  const filled = total === 0 ? 30 : Math.min(30, Math.round((30 * done) / total));
  stdout.write(`\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done} of ${total} `);
}

async function main(): Promise<void> {
  const [kind, given, ...rest] = positionals;
  if (kind === undefined || given === undefined || rest.length > 0) throw new Error(USAGE);
  const target = targetOf(values.project);
  const connection = await connectTo(target, values.bucket);
  try {
    if (kind === 'resume') {
      const found = await dependenciesOf(connection, target);
      const { createdBy } = await found.imports.find(given).catch(() => {
        throw new Error(`There is no import ${given} in ${nameOf(target)}; records are kept for a week.`);
      });
      await follow(given, createdBy, found);
      return;
    }
    const work = await workOf(given, kind, connection);
    if (values['dry-run']) {
      await dryRun(work);
      return;
    }
    const userId = await ownerOf(connection).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error}\n${hintFor(target)}`, { cause: error });
    });
    const { formatOf } = await import('../src/imports/first-pass.ts');
    const dependencies = await dependenciesOf(connection, target);
    const { imports } = dependencies;
    const id = randomBytes(9).toString('hex');
    const format = formatOf(work.kind);
    const stored = await imports.read({ id, userId, format, name: work.file.name }, (into) => readInThread(work, into));
    console.log(told(stored));
    console.log(`Importing into ${nameOf(target)}; Ctrl-C pauses.`);
    await follow(id, userId, dependencies);
  } finally {
    await connection.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  exit(1);
});
