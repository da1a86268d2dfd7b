import { NAMED_LIST_KINDS, NAMED_LISTS } from '@inkwell/shared/named-lists';
import { type AddressEntry, EXPORT_FORMAT, EXPORT_PATHS, type ExportFile } from './export-format.ts';
import { authorEntries } from './sections/authors.ts';
import {
  categoryEntries,
  commentEntries,
  listEntries,
  redirectEntry,
  subscriberEntries,
  suppressionEntry,
} from './sections/entries.ts';
import { pictures } from './sections/pictures.ts';
import { portable } from './sections/portable.ts';
import {
  type ExportDependencies,
  each,
  lines,
  numbered,
  type Section,
  type SectionPosition,
  single,
} from './sections/section.ts';
import { texts } from './sections/texts.ts';

/** The position in an export: the section, the position in it, and the number of the next file. */
export interface ExportPosition extends SectionPosition {
  readonly section: number;
}

/** A file, and the position after it; null if the export cannot be divided there. */
export interface PositionedFile extends ExportFile {
  readonly next: ExportPosition | null;
}

export interface ExportService {
  /**
   * Yields every file of an export, one at a time, in an order that depends only on the data. The same data gives the same bytes. Files with the same
   * position are yielded together. Changes made during the export may or may not be included.
   */
  files(from?: ExportPosition): AsyncGenerator<PositionedFile>;
  readonly sections: number;
}

/** Documents that are exported as stored, but never imported. Internal fields and secrets are omitted. */
interface Plain {
  readonly folder: string;
  readonly collection: string;
  readonly omitted: readonly string[];
}
const PEOPLE: Plain = {
  folder: 'people',
  collection: 'users',
  omitted: ['wordPrefixes', 'sortName', 'pictures', 'pictureSlot', 'importSlot', 'hasLocalImage', 'schemaVersion'],
};
const PLAIN: readonly Plain[] = [
  { folder: 'newsletter/issues', collection: 'newsletterIssues', omitted: ['schemaVersion'] },
  { folder: 'notes', collection: 'notes', omitted: ['schemaVersion'] },
  { folder: 'reviews', collection: 'reviews', omitted: ['due', 'isNotificationDue', 'schemaVersion'] },
  { folder: 'broadcasts', collection: 'broadcasts', omitted: ['schemaVersion'] },
  { folder: 'activity', collection: 'audit', omitted: ['schemaVersion'] },
];

const plain = ({ folder, collection, omitted }: Plain): Section =>
  numbered(
    folder,
    (stored) => (after) => stored.plain(collection, omitted, after),
    (documents) => documents,
  );

const patterns: Section = async function* ({ stored }) {
  const found = (await stored.patterns()).map(redirectEntry).sort((a, b) => (a.from < b.from ? -1 : 1));
  if (found.length > 0) yield { path: `${EXPORT_PATHS.redirects}/patterns.jsonl`, bytes: lines(found), after: null };
};

// Interrupted exports continue at a section's index.
const SECTIONS: readonly Section[] = [
  single(EXPORT_PATHS.head, async () => EXPORT_FORMAT),
  single(EXPORT_PATHS.settings, async ({ settings, publicBucket }) => {
    const { menu: _menu, ...rest } = await settings();
    return JSON.parse(portable(JSON.stringify(rest), publicBucket, false));
  }),
  single(EXPORT_PATHS.menu, async ({ settings }) => (await settings()).menu),
  single(EXPORT_PATHS.authors, authorEntries),
  single(EXPORT_PATHS.categories, categoryEntries),
  ...NAMED_LIST_KINDS.map((kind) =>
    single(EXPORT_PATHS[NAMED_LISTS[kind].section], (dependencies) => listEntries(kind, dependencies)),
  ),
  texts('posts'),
  texts('pages'),
  numbered(EXPORT_PATHS.comments, ({ comments }) => comments, commentEntries),
  patterns,
  numbered(EXPORT_PATHS.redirects, ({ redirects }) => redirects, each(redirectEntry)),
  numbered(
    EXPORT_PATHS.addresses,
    ({ addresses }) => addresses,
    each(({ path, kind, id }): AddressEntry => ({ path, kind, id })),
  ),
  numbered(
    'statistics',
    ({ posts }) => posts,
    each(({ id, views, likesCount: likes, commentsCount: comments }) => ({ id, views, likes, comments })),
  ),
  plain(PEOPLE),
  numbered(EXPORT_PATHS.subscribers, ({ subscribers }) => subscribers, subscriberEntries),
  numbered(EXPORT_PATHS.suppressions, ({ suppressions }) => suppressions, each(suppressionEntry)),
  ...PLAIN.map(plain),
  pictures,
];

export function createExportService(dependencies: ExportDependencies): ExportService {
  return {
    sections: SECTIONS.length,

    async *files(from = { section: 0, after: null, number: 1 }) {
      let { after, number } = from;
      for (const [index, section] of SECTIONS.entries()) {
        if (index < from.section) continue;
        for await (const { path, bytes, after: next } of section(dependencies, { after, number })) {
          number += 1;
          if (next === undefined) yield { path, bytes, next: null };
          else if (next === null) yield { path, bytes, next: { section: index + 1, after: null, number: 1 } };
          else yield { path, bytes, next: { section: index, after: next, number } };
        }
        after = null;
        number = 1;
      }
    },
  };
}
