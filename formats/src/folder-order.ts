import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { cutTo, slugFrom } from './fitting.ts';
import type { OldGroup } from './folder-site.ts';
import type { RecordOf } from './records.ts';

/* A documentation has an order, which posts have only in a series: a section whose texts are numbered becomes one. */

/** A text as the order knows it. */
export interface Ordered {
  readonly path: string;
  /** The folders that it stands in, with those of its language. */
  readonly section: string;
  readonly oldPath: string;
  readonly title: string;
  readonly date: string | null;
  readonly order: number | null;
}

/** The page of a section. */
export interface SectionPage {
  readonly title: string;
  readonly description: string;
  /** Where it was, if it has no text of its own and nothing else is there. */
  readonly oldPath: string | null;
}

export interface Series {
  readonly record: RecordOf<'series'>;
  /** Places by the path of the text, from 1. */
  readonly places: ReadonlyMap<string, number>;
}

/** As Hugo and Starlight list texts: by their numbers, those without one last; then the newest, then by name. */
const inOrder = (a: Ordered, b: Ordered): number =>
  (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER) ||
  (b.date ?? '').localeCompare(a.date ?? '') ||
  a.path.localeCompare(b.path);

/** The series that the order of a site makes. A text is in one at most; one text alone makes none. */
export function seriesOf(
  texts: readonly Ordered[],
  { groups, sections }: { readonly groups: readonly OldGroup[]; readonly sections: ReadonlyMap<string, SectionPage> },
): Series[] {
  const bySection = new Map<string, Ordered[]>();
  for (const text of texts) {
    const alike = bySection.get(text.section);
    if (alike) alike.push(text);
    else bySection.set(text.section, [text]);
  }
  const byPath = new Map(texts.map((text) => [text.oldPath, text]));
  const made: Series[] = [];
  const placed = new Set<string>();
  const names = new Set<string>();

  function add(key: string, name: string, list: readonly Ordered[], page?: SectionPage): void {
    const free = list.filter(({ path }) => !placed.has(path)).slice(0, SERIES_LIMITS.place);
    if (free.length < 2) return;
    for (const { path } of free) placed.add(path);
    const folder = key.split('/').slice(0, -1).join('/');
    const shown =
      [name, `${titleOf(folder, sections)}: ${name}`, `${name} (${key})`].find(
        (one) => !names.has(one.toLowerCase()),
      ) ?? key;
    names.add(shown.toLowerCase());
    const short = cutTo(shown, SERIES_LIMITS.name);
    made.push({
      record: {
        ...{ kind: 'series', key: `section ${key}`.slice(0, 400), name: short },
        slug: slugFrom('', short, TAG_LIMITS.slug) ?? 'series',
        description: cutTo(page?.description ?? '', SERIES_LIMITS.description) || null,
        picture: null,
        oldPaths: page?.oldPath ? [page.oldPath] : [],
      },
      places: new Map(free.map(({ path }, n) => [path, n + 1])),
    });
  }

  for (const { name, folder, texts: listed } of groups) {
    const below =
      folder === null ? [] : texts.filter(({ section }) => section === folder || section.startsWith(`${folder}/`));
    const found = folder === null ? listed.flatMap((path) => byPath.get(path) ?? []) : below.sort(inOrder);
    add(folder ?? name, name, found);
  }
  for (const [section, list] of bySection) {
    if (section === '' || !list.some(({ order }) => order !== null)) continue;
    const page = sections.get(section);
    add(section, page?.title || titleOf(section, sections), list.sort(inOrder), page);
  }
  return made;
}

/** Of its page, or its name as words. */
function titleOf(section: string, sections: ReadonlyMap<string, SectionPage>): string {
  const words = (section.split('/').at(-1) ?? '').replace(/[-_]+/g, ' ').trim();
  return sections.get(section)?.title || words.charAt(0).toUpperCase() + words.slice(1);
}
