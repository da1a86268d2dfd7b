import type { SafeHtml } from '@inkwell/shared/safe-html';
import { createContext, use } from 'react';

/** How a page that the server rendered begins: the app hydrates it with the same state, then goes on with its own. */
export interface Rendered {
  /** When the server rendered it, in ms since the epoch. Its ages are those of this instant, its dates in UTC. */
  readonly atMs: number;
  /** Whether nothing is at the address, as far as the server knows. */
  readonly isUnknown: boolean;
  /** On the server, the text of the article. */
  readonly text?: SafeHtml | undefined;
  /** On the server, the parts of their own chunk that the page shows, which the browser loads before it hydrates the page. */
  readonly parts?: Set<unknown>;
}

/** Null once the page is hydrated, and for pages that the app renders itself. */
export const RenderedContext = createContext<Rendered | null>(null);

export const useRendered = (): Rendered | null => use(RenderedContext);
