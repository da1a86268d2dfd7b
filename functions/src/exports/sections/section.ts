import type { Settings } from '@inkwell/shared/settings';
import type { CategoryCache } from '../../categories/category-names.ts';
import type { SeriesCache } from '../../series/series-names.ts';
import type { BucketProvider } from '../../storage/bucket.ts';
import type { TagCache } from '../../tags/tag-names.ts';
import type { PublicBucket } from '../../uploads/image-url.ts';
import type { AuthorCache } from '../../users/authors.ts';
import type { ExportFile } from '../export-format.ts';
import type { ExportedRepository, ExportPage, ReadPage } from '../exported.repository.ts';

export interface ExportDependencies {
  readonly stored: ExportedRepository;
  readonly settings: () => Promise<Settings>;
  readonly categories: CategoryCache;
  readonly tags: TagCache;
  readonly series: SeriesCache;
  readonly authors: AuthorCache;
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
}

/** A file of a section, and the position in the section after it. */
export interface SectionFile extends ExportFile {
  /** Undefined if the section cannot be divided there; null at its end. */
  readonly after?: string | null;
}

/** The position in a section, and the number of its next file. */
export interface SectionPosition {
  readonly after: string | null;
  readonly number: number;
}

export type Section = (dependencies: ExportDependencies, from: SectionPosition) => AsyncGenerator<SectionFile>;

export const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
export const lines = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A section of one file. */
export const single = (path: string, make: (dependencies: ExportDependencies) => Promise<unknown>): Section =>
  async function* (dependencies) {
    yield { path, bytes: json(await make(dependencies)), after: null };
  };

/** Numbered files with one document per line. Each file has one page of documents. */
export const numbered = <T>(
  folder: string,
  read: (stored: ExportedRepository) => ReadPage<T>,
  entries: (items: readonly T[], dependencies: ExportDependencies) => Promise<readonly unknown[]> | readonly unknown[],
): Section =>
  async function* (dependencies, { after: begin, number }) {
    for (let after: string | null | undefined = begin; after !== undefined; ) {
      const page: ExportPage<T> = await read(dependencies.stored)(after);
      const found = await entries(page.items, dependencies);
      if (found.length > 0) {
        yield { path: `${folder}/${String(number).padStart(5, '0')}.jsonl`, bytes: lines(found), after: page.last };
        number += 1;
      }
      after = page.last ?? undefined;
    }
  };

export const each =
  <T>(entryOf: (item: T) => unknown) =>
  (items: readonly T[]) =>
    items.map((item) => entryOf(item));

/** All items, page by page. */
export async function* all<T>(read: ReadPage<T>, begin: string | null = null): AsyncGenerator<T> {
  for (let after: string | null | undefined = begin; after !== undefined; ) {
    const page: ExportPage<T> = await read(after);
    yield* page.items;
    after = page.last ?? undefined;
  }
}
