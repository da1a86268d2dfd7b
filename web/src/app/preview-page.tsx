import { longDate } from '@inkwell/shared/format';
import type { Preview } from '@inkwell/shared/page-renderer';
import { EmptyState } from '../components/states.tsx';
import { PageArticle } from '../features/posts/components/page-article.tsx';
import { PostArticle } from '../features/posts/components/post-article.tsx';
import { BareLayout } from './layout/layout.tsx';

/** The page behind a preview link. The server renders it and the app never hydrates it, so nothing in it needs the app. */
export const PreviewPage = ({ preview }: { readonly preview: Preview | null }) => (
  <BareLayout>{preview ? <Shown preview={preview} /> : <NotFound />}</BareLayout>
);

function Shown({ preview: { page, post, expiresAt } }: { readonly preview: Preview }) {
  const { isPublished } = page ?? post;
  return (
    <>
      <p className="container rendered-note" role="note">
        <span>
          <strong>Preview.</strong> The {page ? 'page' : 'post'} as it stands now
          {isPublished ? '' : ', not published yet'}. This link works until{' '}
          <time dateTime={expiresAt}>{longDate(expiresAt, 'UTC')}</time>.
        </span>
      </p>
      {page ? <PageArticle page={page} /> : <PostArticle post={post} commentsCount={null} />}
    </>
  );
}

const NotFound = () => (
  <div className="container" style={{ paddingBlock: 'var(--space-section)' }}>
    <EmptyState title="Preview Not Found" headingLevel={1}>
      This preview link has ended or never was one. Ask whoever gave it to you for a new one.
    </EmptyState>
  </div>
);
