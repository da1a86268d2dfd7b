import { lazy } from 'react';

/**
 * Fetches the code that reads Markdown ahead of its use. A failure is left to the rendering, which asks again and reports
 * it.
 */
export function preloadMarkdown(): void {
  import('./markdown.tsx').catch(() => undefined);
}

/** `Markdown`, whose code comes with its first use. */
export const LazyMarkdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));
