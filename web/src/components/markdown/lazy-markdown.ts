import { lazyPart } from '../lazy-part.tsx';

/** `Markdown`, loaded on first use. */
export const LazyMarkdown = lazyPart(
  async () => (await import('./markdown.tsx')).Markdown,
  'The text could not be shown',
);

/** `ArticleMarkdown`, loaded on first use. */
export const LazyArticle = lazyPart(
  async () => (await import('./article-markdown.tsx')).ArticleMarkdown,
  'The text could not be shown',
);
