import { lazyPart } from '../../components/lazy-part.tsx';

/** The comments below a post; their code loads after the article. */
export const LazyComments = lazyPart(
  async () => (await import('./components/comments-section.tsx')).CommentsSection,
  'The comments could not be shown',
);
