import { slugify } from '../slug.ts';

/** Keeps ids of the text apart from those of the page, so that a heading can never pose as a part of the application. */
const PREFIX = 'section-';

/** The id that `[text](#fragment)` leads to; a fragment that already carries the prefix stays. */
export function fragmentId(fragment: string): string {
  return fragment.startsWith(PREFIX) ? fragment : `${PREFIX}${fragment}`;
}

/** Gives out ids for the headings of one text; equal headings are counted: `section-intro`, `section-intro-1`. */
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
