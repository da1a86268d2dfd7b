import { slugify } from '../slug.ts';

/** A prefix that separates the ids of headings from all ids of the app. */
const PREFIX = 'section-';

/** The id that `[text](#fragment)` links to. A fragment with the prefix is unchanged. */
export function fragmentId(fragment: string): string {
  return fragment.startsWith(PREFIX) ? fragment : `${PREFIX}${fragment}`;
}

/** Creates the ids for the headings of one text; equal headings are numbered: `section-intro`, `section-intro-1`. */
export function createHeadingIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = slugify(text) || 'part';
    let id = slug;
    for (let n = used.get(slug) ?? 0; used.has(id); n += 1) {
      used.set(slug, n + 1);
      id = `${slug}-${n + 1}`;
    }
    used.set(id, used.get(id) ?? 0);
    return `${PREFIX}${id}`;
  };
}
