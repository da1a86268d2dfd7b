import { LazyMarkdown } from '../components/markdown/lazy-markdown.ts';
import { AuthCard } from '../features/auth/lazy-auth-card.ts';
import { LandingPage } from './index-page.tsx';
import { HeaderSearch } from './layout/header.tsx';

/** The parts in chunks of their own that rendered pages show. Both sides load them before they render such a page. */
const PARTS = { landing: LandingPage, search: HeaderSearch, markdown: LazyMarkdown, auth: AuthCard };

/** Loads all of them, for the server. */
export const loadParts = () => Promise.all(Object.values(PARTS).map((part) => part.preload()));

/** The names of the lazy parts that a page shows, for `loadNamed`. */
export const namesOf = (parts: ReadonlySet<unknown>): string =>
  Object.entries(PARTS)
    .filter(([, part]) => parts.has(part))
    .map(([name]) => name)
    .join(' ');

/** Loads the parts of a rendered page. @returns whether all of them have loaded */
export async function loadNamed(names: string): Promise<boolean> {
  const requested = Object.entries(PARTS).filter(([name]) => names.split(' ').includes(name));
  const loaded = await Promise.all(requested.map(([, part]) => part.preload()));
  return loaded.every(Boolean);
}
