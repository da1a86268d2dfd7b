import { reportLine } from '@inkwell/formats/fitting';
import type { PageDone } from '../jobs/job.ts';
import { type Links, levelOf, type Parents } from './first-pass.ts';
import { chunkPath, type ImportArea, linesIn } from './import-area.ts';
import { createImportIds } from './import-ids.ts';
import { type ImportLine, type LineKind, type LineOf, readLine } from './import-lines.ts';
import type { StoredImport } from './imports.converter.ts';
import { importComment, importOwnComment } from './steps/comments.ts';
import { importAuthor, importCategory, importList } from './steps/lists.ts';
import { importRedirects } from './steps/redirects.ts';
import { importMenu, importOwnSettings, importSetting } from './steps/settings.ts';
import type { ImportDependencies, Maps, Step } from './steps/step.ts';
import {
  importOwnSubscribers,
  importOwnSuppressions,
  importSubscribers,
  importSuppressions,
} from './steps/subscribers.ts';
import { importPage, importPosts } from './steps/texts.ts';

export interface ImportSteps {
  /**
   * Imports records for a few seconds, and stores the start of the next step. A paused or discarded import ends the job. After an interrupted step,
   * the next one finds the records that it stored.
   */
  step(id: string): Promise<PageDone<number>>;
  /** The total number of records. Reads 1 document. */
  total(id: string): Promise<number | null>;
}

/** Much shorter than the lease of a job. */
const STEP_MS = 8_000;

// Stored positions refer to phases by index, so new phases are appended.
const PHASES = [
  phase({ kind: 'own-picture', handle: each((line, step) => step.importPictures.bringOwn(line, step)) }),
  phase({ kind: 'found-picture', handle: each((line, step) => step.importPictures.bring(line, step)) }),
  phase({ kind: 'author', handle: each(importAuthor) }),
  phase({ kind: 'category', handle: each(importCategory) }),
  phase({ kind: 'tag', handle: each(importList) }),
  phase({ kind: 'series', handle: each(importList) }),
  phase({ kind: 'post', batch: 100, handle: importPosts }),
  phase({ kind: 'page', handle: each(importPage) }),
  phase({ kind: 'comment', batch: 30, isInRounds: true, handle: level(importComment) }),
  phase({ kind: 'own-comment', batch: 30, isInRounds: true, handle: level(importOwnComment) }),
  phase({ kind: 'redirect', batch: 50, handle: importRedirects }),
  phase({
    kind: 'own-address',
    handle: each(({ address: { path, kind, id } }, step) => step.bringAddress(path, { kind, id })),
  }),
  phase({ kind: 'menu', handle: each(importMenu) }),
  phase({ kind: 'own-settings', handle: each(importOwnSettings) }),
  phase({ kind: 'setting', handle: each(importSetting) }),
  phase({ kind: 'suppression', batch: 50, handle: importSuppressions }),
  phase({ kind: 'subscriber', batch: 50, handle: importSubscribers }),
  phase({ kind: 'own-suppression', batch: 50, handle: importOwnSuppressions }),
  phase({ kind: 'own-subscriber', batch: 50, handle: importOwnSubscribers }),
];

export function createImportSteps(dependencies: ImportDependencies): ImportSteps {
  const { imports, areaOf, clock, noteNumbered } = dependencies;

  return {
    async total(id) {
      return (await imports.find(id))?.total ?? null;
    },

    async step(id) {
      const stored = await imports.find(id);
      if (stored?.state !== 'running') return { next: null, count: 0 };
      if (stored.numbers !== null && stored.done === 0)
        await noteNumbered({ source: stored.source, template: stored.numbers });
      const { position, count, reports, isDone } = await run(stored, dependencies);
      let { laterReports } = stored;
      if (reports.length > 0) {
        await areaOf(stored.id).write(chunkPath('later-report', laterReports), `${reports.join('\n')}\n`);
        laterReports += 1;
      }
      await imports.progress(id, { position, done: stored.done + count, laterReports, isDone }, clock.now());
      return { next: isDone ? null : stored.done + count, count };
    },
  };
}

type Handle<Lines> = (lines: Lines, step: Step) => Promise<void>;

interface Phase<K extends LineKind> {
  readonly kind: K;
  /** The number of lines per batch; 1 by default. */
  readonly batch?: number;
  /** Whether the records are processed once for each level of replies. */
  readonly isInRounds?: boolean;
  readonly handle: Handle<readonly LineOf<K>[]>;
}

/** A phase that checks the kind of its lines. */
function phase<K extends LineKind>({ kind, batch = 1, handle, isInRounds = false }: Phase<K>) {
  const isOfKind = (line: { readonly kind: string }): line is LineOf<K> => line.kind === kind;
  const run: Handle<readonly ImportLine[]> = (lines, step) => handle(lines.filter(isOfKind), step);
  return { kind, batch, isInRounds, run };
}

function each<Line>(handle: Handle<Line>): Handle<readonly Line[]> {
  return async (lines, step) => {
    for (const line of lines) await handle(line, step);
  };
}

/** Imports batches until the time of a step is over. */
async function run(stored: StoredImport, dependencies: ImportDependencies) {
  const { areaOf, clock, stepMs = STEP_MS } = dependencies;
  const area = areaOf(stored.id);
  const [links, parents, maps] = await Promise.all([
    json<Links>(area, 'links.json', {}),
    json<Parents>(area, 'parents.json', {}),
    json<Maps>(area, 'maps.json', { author: {}, category: {}, tag: {}, series: {} }),
  ]);
  let savedMaps = JSON.stringify(maps);
  const reports: string[] = [];
  const step: Omit<Step, 'round'> = {
    ...dependencies,
    stored,
    area,
    links,
    parents,
    maps,
    at: stored.createdAt,
    ids: createImportIds(stored.source),
    report: ({ reason, text, about, address }) =>
      void reports.push(JSON.stringify(reportLine(reason, text, about, address))),
  };
  const endMs = clock.now().getTime() + stepMs;
  let { phase: n, round, chunk, line } = stored.position;
  let count = 0;
  let hasBegun = false;
  const isLate = () => clock.now().getTime() >= endMs;

  for (; n < PHASES.length; n += 1, round = 0) {
    const current = PHASES[n];
    if (!current) continue;
    const rounds = current.isInRounds ? stored.depth + 1 : 1;
    for (; round < rounds; round += 1, chunk = 0) {
      for (; chunk < (stored.chunks[current.kind] ?? 0); chunk += 1, line = 0) {
        const lines = linesIn(await area.read(chunkPath(current.kind, chunk)));
        while (line < lines.length) {
          if (hasBegun && isLate())
            return { position: { phase: n, round, chunk, line }, count, reports, isDone: false };
          const some = lines.slice(line, line + current.batch).map(readLine);
          await current.run(some, { ...step, round });
          const newMaps = JSON.stringify(maps);
          if (newMaps !== savedMaps) await area.write('maps.json', newMaps);
          savedMaps = newMaps;
          line += some.length;
          // Records count once, however often they are processed.
          count += round === 0 ? some.length : 0;
          hasBegun = true;
        }
      }
    }
  }
  return { position: { phase: n, round: 0, chunk: 0, line: 0 }, count, reports, isDone: true };
}

/** Handles the comments of one level together; their parents are stored already. */
function level<Line extends { readonly key: string }>(handle: Handle<Line>): Handle<readonly Line[]> {
  return async (lines, step) => {
    const some = lines.filter(({ key }) => levelOf(key, step.parents) === step.round);
    await Promise.all(some.map((line) => handle(line, step)));
  };
}

/** Gives parsed objects no prototype, because imported keys may be names such as `constructor`. */
const bare = (_key: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value;

async function json<T>(area: ImportArea, path: string, otherwise: T): Promise<T> {
  const bytes = await area.read(path).catch((error: unknown) => {
    if (error instanceof Object && 'code' in error && error.code === 404) return null;
    throw error;
  });
  return JSON.parse(bytes?.toString('utf8') ?? JSON.stringify(otherwise), bare);
}
