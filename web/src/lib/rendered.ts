import type { SafeHtml } from '@inkwell/shared/safe-html';
import { createContext, use } from 'react';

/** The initial state of a rendered page: the app hydrates it with this, then continues with its own state. */
export interface Rendered {
  /** When the server rendered it, in ms since the epoch. Ages are relative to this instant, dates in UTC. */
  readonly atMs: number;
  /** Whether nothing exists at the address, as far as the server knows. */
  readonly isUnknown: boolean;
  /** On the server, the text of the article. */
  readonly text?: SafeHtml | undefined;
  /** On the server, the lazy parts that the page shows, which the browser loads before it hydrates the page. */
  readonly parts?: Set<unknown>;
}

/** Null once the page is hydrated, and for pages that the app renders itself. */
export const RenderedContext = createContext<Rendered | null>(null);

export const useRendered = (): Rendered | null => use(RenderedContext);
