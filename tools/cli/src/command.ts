import { parseArgs } from 'node:util';
import { previewApi } from '@inkwell/shared/previews';
import { type Api, createApi } from './api.ts';
import { EXIT, Fault, Refusal } from './faults.ts';
import { readFiles } from './files.ts';
import { isNewStep } from './plan.ts';
import { type PullOptions, pull } from './pull.ts';
import { othersOf, type PushOptions, planOf, push } from './push.ts';
import { openRepository } from './repository.ts';
import { type Entry, openSession, pushedPosts, type Session } from './session.ts';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  readonly now?: Date;
}

const USAGE = `Usage: inkwell COMMAND FOLDER|FILE [options]

  push FOLDER|FILE     sends new and changed files as drafts
  pull FOLDER|FILE     writes what changed on the site into the files
  status FOLDER|FILE   shows what a push would do
  preview FILE         pushes a draft and makes a preview link

  --publish            publishes files that do not say "draft: true" (push, status)
  --prune              unpublishes posts whose file was removed (push)
  --force              overwrites what changed on the other side (push, pull, status)
  --all                also your posts that come from no repository (pull)
  --repository NAME    the repository, if it is not the remote "origin"
  --site URL           the address of the site (or INKWELL_URL)
  --json               answers one JSON object

The token is read from INKWELL_TOKEN.`;

const OPTIONS = {
  publish: { type: 'boolean' },
  prune: { type: 'boolean' },
  force: { type: 'boolean' },
  all: { type: 'boolean' },
  repository: { type: 'string' },
  site: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The options of each command, besides the common ones. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  push: ['publish', 'prune', 'force'],
  pull: ['force', 'all'],
  status: ['publish', 'force'],
  preview: ['force'],
};

type Values = ReturnType<typeof argumentsOf>['values'];

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Fault((error as Error).message);
  }
}

/** Results that require action by a person. */
const LEFT_ALONE = ['conflict', 'failed', 'deleted-on-site'];

/** Runs a command. @returns its exit code */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, error } = surroundings;
  try {
    const { values, positionals } = argumentsOf(args);
    if (values.help) {
      out(USAGE);
      return EXIT.done;
    }
    const [name = '', target, ...more] = positionals;
    const known = COMMANDS[name];
    if (!known || target === undefined || more.length > 0) throw new Fault(USAGE);
    const strange = ['publish', 'prune', 'force', 'all'].find((one) => one in values && !known.includes(one));
    if (strange) throw new Fault(`inkwell ${name} has no option --${strange}`);
    return await perform(name, { target, values }, surroundings);
  } catch (fault) {
    const isKnown = fault instanceof Fault || fault instanceof Refusal;
    if (!isKnown) throw fault;
    error(fault.message);
    return fault instanceof Fault ? fault.code : EXIT.refused;
  }
}

async function perform(
  name: string,
  { target, values }: { readonly target: string; readonly values: Values },
  { cwd, env, out, now = new Date() }: Surroundings,
): Promise<number> {
  const site = values.site ?? env.INKWELL_URL;
  if (!site) throw new Fault('Set INKWELL_URL to the address of your site, or give --site');
  if (!env.INKWELL_TOKEN) throw new Fault('Set INKWELL_TOKEN to a token of your site (Tokens in the staff pages)');
  const api = createApi({ site, token: env.INKWELL_TOKEN });
  const repository = await openRepository({ cwd, target, name: values.repository });
  if (name === 'preview' && !repository.isFile) throw new Fault('inkwell preview needs a file');
  const pushed = await pushedPosts(api, repository);
  const local = await readFiles(repository, new Set(pushed.map(({ path }) => path)), now);
  const session = await openSession(api, repository, { pushed, local });
  const { force: isForced, publish: publishesAll, prune: prunes, all: pullsAll } = values;
  const entries = await entriesOf(name, session, { isForced, publishesAll, prunes, pullsAll });
  if (values.json)
    out(JSON.stringify({ command: name, repository: repository.name, entries, summary: countsOf(entries) }, null, 2));
  else print(entries, out);
  const isLeft = entries.some(({ result }) => LEFT_ALONE.includes(result));
  const isBehind = name === 'status' && entries.some(({ result }) => !['unchanged', 'left-out'].includes(result));
  return isLeft || isBehind ? EXIT.leftAlone : EXIT.done;
}

type Options = PushOptions & PullOptions;

async function entriesOf(name: string, session: Session, options: Options): Promise<Entry[]> {
  if (name === 'push') return push(session, options);
  if (name === 'pull') return pull(session, options);
  return name === 'status' ? statusOf(session, options) : preview(session, options);
}

function statusOf(session: Session, options: Options): Entry[] {
  const steps = planOf(session, options).map((step): Entry => {
    const path = step.kind === 'removed' ? step.post.path : step.file.path;
    const more = isNewStep(step) ? {} : { id: step.post.id };
    const from = step.kind === 'move' ? { message: `from ${step.post.path}` } : {};
    return { path, result: step.kind === 'adopt' ? 'create' : step.kind, ...more, ...from };
  });
  return [...steps, ...othersOf(session.local)].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Pushes a draft, never a published post, and creates a preview link. */
async function preview(session: Session, options: Options): Promise<Entry[]> {
  const { api, pushed, repository } = session;
  const post = pushed.find(({ path }) => path === repository.target);
  const isPublic = post?.status === 'published' || post?.status === 'scheduled';
  const isWaiting = planOf(session, options).some(({ kind }) => kind !== 'unchanged');
  if (isPublic && isWaiting)
    throw new Fault('This post is public, so a preview would change what readers see. Push it instead.');
  const entries = isPublic
    ? planOf(session, options).map(({ kind }): Entry => ({ path: repository.target, result: kind, id: post.id }))
    : await push(withoutPublication(session), { isForced: options.isForced });
  return Promise.all(entries.map((entry) => withPreview(api, entry)));
}

/** In a preview, files to be published stay drafts; the next push publishes them. */
function withoutPublication(session: Session): Session {
  const files = [...session.local.files].map(([path, file]) => {
    const isAsking = file.post.status !== 'draft' && 'published' in file.fields;
    return [path, isAsking ? { ...file, post: { ...file.post, status: 'draft' as const } } : file] as const;
  });
  return { ...session, local: { ...session.local, files: new Map(files) } };
}

async function withPreview(api: Api, entry: Entry): Promise<Entry> {
  if (entry.id === undefined || LEFT_ALONE.includes(entry.result)) return entry;
  const { url } = await api.call(previewApi.create, { params: { id: entry.id } });
  return { ...entry, result: 'preview', url: new URL(url, api.site).href };
}

function countsOf(entries: readonly Entry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result } of entries) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

function print(entries: readonly Entry[], out: (line: string) => void): void {
  for (const { path, result, url, message, warnings = [] } of entries) {
    if (result === 'unchanged' && url === undefined) continue;
    if (result !== 'unchanged') out([result.padEnd(16), path, url ?? '', message ?? ''].filter(Boolean).join('  '));
    for (const warning of warnings) out(`${' '.repeat(18)}${warning}`);
  }
  const counts = Object.entries(countsOf(entries)).map(([result, count]) => `${count} ${result}`);
  out(counts.length === 0 ? 'There are no posts here' : counts.join(', '));
}
