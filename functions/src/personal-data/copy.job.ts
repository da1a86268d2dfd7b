import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMAGE_FOLDER } from '@inkwell/shared/images';
import yazl from 'yazl';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import { defineKind, type FixedJob, type PageDone, type Worker } from '../jobs/job.ts';
import type { Bucket, BucketProvider } from '../storage/bucket.ts';
import { type PublicBucket, publicUrl } from '../uploads/image-url.ts';
import { privateZip } from '../uploads/private-zip.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { CopyRepository } from './copies.repository.ts';
import { COPY_PAGE_END, copyPageStart, partHtml } from './copy-page.ts';
import { type Person, personOf } from './person.ts';
import { PERSONAL_ROWS, type PersonalPage, type PersonalRow } from './personal-documents.repository.ts';

/** Copies are in this folder, those of one account in a subfolder with its id. */
export const COPY_FOLDER = 'my-data';

/** The number of documents in memory, with their JSON and HTML. A post or draft can have 1 MiB. */
const PER_PAGE = 20;

/** Internal fields, which copies omit. */
const INTERNAL = new Set([
  ...[
    'schemaVersion',
    'wordPrefixes',
    'sortName',
    'tokenHash',
    'tokenExpiresAt',
    'pictureSlot',
    'importSlot',
    'hasLocalImage',
    'thinAt',
  ],
  ...['leaving', 'readIds', 'popularity', 'keepUntil', 'removalBegunAt', 'isNotificationDue'],
]);

/** Rows with whole documents of the person. Mentions in documents of other people are not copied. */
const ROWS = PERSONAL_ROWS.filter(
  ({ fields, isScanned, path }) => fields.includes('*') && !isScanned && path !== 'jobs',
);

const FIRST = ROWS[0]?.key ?? '';
/** Used instead of a row: joins the parts. */
const END = 'end';

const Position = z.object({ row: z.string(), after: z.nullable(z.string()), parts: z.int() });
type Position = z.infer<typeof Position>;

interface Part {
  readonly path: string;
  readonly documents: readonly Readonly<Record<string, unknown>>[];
}

interface Dependencies {
  readonly copies: CopyRepository;
  readonly findUser: (id: string) => Promise<StoredUser | null>;
  /** The spellings of the account's address, if it is verified. */
  readonly addressesOf: (user: StoredUser) => Promise<string[]>;
  readonly page: (
    row: PersonalRow,
    person: Person,
    at: { after: string | null; limit: number },
  ) => Promise<PersonalPage>;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  readonly siteName: () => Promise<string>;
  readonly clock: Clock;
}

export interface CopyWork {
  readonly userId: string;
  readonly copyId: string;
}

export const copyJob = ({ userId, copyId }: CopyWork): FixedJob => ({
  id: `copy-${copyId}`,
  kind: 'accounts.copy',
  params: { userId, copyId },
  about: "copying an account's data",
  createdBy: userId,
});

/** A value as JSON, with times in ISO 8601. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Object)) return value;
  if ('toDate' in value && typeof value.toDate === 'function') return plain(value.toDate());
  const entries = Object.entries(value).filter(([field]) => !INTERNAL.has(field));
  return Object.fromEntries(entries.map(([field, one]) => [field, plain(one)]));
}

/** Omits the message of a notification email, because it quotes texts of other people. */
function ownOf(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Array.isArray(document.writerIds)) return document;
  const { message: _, ...own } = document;
  return own;
}

/**
 * Copies all data that the table of collections assigns to an account, page by page into files in Storage, then into one zip. A page that runs
 * twice writes the same file.
 */
export function copyKind(dependencies: Dependencies): Worker {
  const { copies, findUser, addressesOf, page, bucket, publicBucket, siteName, clock } = dependencies;
  const partName = ({ userId, copyId }: CopyWork, number: number) =>
    `${COPY_FOLDER}/${userId}/${copyId}/${String(number).padStart(6, '0')}.json`;

  const partOf = (row: PersonalRow, { found }: PersonalPage): Part => ({
    path: row.path,
    documents: found.map((document) => ({
      document: document.ref.path,
      ...(row.path === 'pictures' && { link: publicUrl(publicBucket, `${IMAGE_FOLDER}/${document.id}`) }),
      ...ownOf(plain(document.data()) as Record<string, unknown>),
    })),
  });

  async function* parts(opened: Bucket, work: CopyWork, count: number): AsyncGenerator<Part> {
    for (let number = 0; number < count; number += 1) {
      const [bytes] = await opened.file(partName(work, number)).download();
      yield JSON.parse(bytes.toString('utf8')) as Part;
    }
  }

  /** Joins the parts. Only one at a time is in memory. */
  async function zip(work: CopyWork, count: number): Promise<void> {
    const [opened, name, at] = [await bucket(), await siteName(), clock.now()];
    async function* json() {
      yield '[';
      let isFirst = true;
      for await (const { path, documents } of parts(opened, work, count)) {
        for (const document of documents) {
          yield `${isFirst ? '\n' : ',\n'}${JSON.stringify({ collection: path, ...document })}`;
          isFirst = false;
        }
      }
      yield '\n]\n';
    }
    async function* html() {
      yield copyPageStart(`Your data at ${name}`, at);
      for await (const { path, documents } of parts(opened, work, count)) {
        if (documents.length > 0) yield partHtml({ heading: headingOf(path), documents });
      }
      yield COPY_PAGE_END;
    }
    const archive = new yazl.ZipFile();
    archive.addReadStream(Readable.from(json(), { objectMode: false }), 'data.json');
    archive.addReadStream(Readable.from(html(), { objectMode: false }), 'index.html');
    archive.end();
    const objectName = `${COPY_FOLDER}/${work.userId}/${work.copyId}.zip`;
    const { url, output } = privateZip(opened, { objectName, fileName: 'my-data.zip', publicBucket });
    await pipeline(archive.outputStream, output);
    await copies.finish(work.userId, work.copyId, url, clock.now());
    await opened.deleteFiles({ prefix: `${COPY_FOLDER}/${work.userId}/${work.copyId}/` });
  }

  return defineKind({
    name: 'accounts.copy',
    params: z.object({ userId: z.string(), copyId: z.string() }),
    cursor: Position,
    async step(work, position): Promise<PageDone<Position>> {
      const over = { count: 0, next: null };
      const [user, copy] = await Promise.all([findUser(work.userId), copies.find(work.userId)]);
      if (!user || user.leaving || copy?.copyId !== work.copyId || copy.readyAt !== null) return over;
      if (position?.row === END) {
        await zip(work, position.parts);
        return over;
      }
      const index = ROWS.findIndex(({ key }) => key === (position?.row ?? FIRST));
      const row = ROWS[index];
      const { after, parts: written } = position ?? { after: null, parts: 0 };
      // Another version had this row. Start again at the first row and overwrite the files.
      if (!row) return { count: 0, next: { row: FIRST, after: null, parts: 0 } };
      const person = personOf(user.id, await addressesOf(user));
      const found = await page(row, person, { after, limit: PER_PAGE });
      const hasPart = found.found.length > 0;
      if (hasPart) {
        const file = (await bucket()).file(partName(work, written));
        await file.save(JSON.stringify(partOf(row, found)), { resumable: false, contentType: 'application/json' });
      }
      const count = found.found.length;
      const rest = { parts: written + (hasPart ? 1 : 0) };
      if (found.next !== null) return { count, next: { row: row.key, after: found.next, ...rest } };
      return { count, next: { row: ROWS[index + 1]?.key ?? END, after: null, ...rest } };
    },
  });
}

/** Converts the last segment of a collection path to a heading. */
const headingOf = (path: string): string => {
  const words = (path.split('/').at(-1) ?? path).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
