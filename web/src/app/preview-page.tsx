import { longDate } from '@inkwell/shared/format';
import type { Preview } from '@inkwell/shared/page-renderer';
import { Link } from 'react-router';
import { PageArticle } from '../features/posts/components/page-article.tsx';
import { PostArticle } from '../features/posts/components/post-article.tsx';
import messages from '../features/posts/pages/post-page.module.css';
import { paths } from '../lib/paths.ts';
import { useSite } from '../lib/site.ts';
import { Brand } from './layout/brand.tsx';
import header from './layout/header.module.css';
import { NavItems } from './layout/header.tsx';
import layout from './layout/layout.module.css';

/** What a preview link shows. The server renders it and no app takes it over, so it has nothing that needs one. */
export function PreviewPage({ preview }: { readonly preview: Preview | null }) {
  const { name } = useSite();
  return (
    <div className={layout.shell}>
      <a className={layout.skip} href="#main">
        Skip to content
      </a>
      <header className={header.header}>
        <div className={`container ${header.bar}`}>
          <Link to={paths.home} className={header.brand} aria-label={`${name}, home`}>
            <Brand />
          </Link>
          <nav className={header.nav} aria-label="Main">
            <NavItems />
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={layout.main}>
        {preview ? <Shown preview={preview} /> : <NotFound />}
      </main>
    </div>
  );
}

function Shown({ preview: { page, post, expiresAt } }: { readonly preview: Preview }) {
  const { isPublished } = page ?? post;
  return (
    <>
      <p className="container served-note" role="note">
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
  <div className={`container ${messages.message}`}>
    <h1>Preview Not Found</h1>
    <p>This preview link has ended or never was one. Ask whoever gave it to you for a new one.</p>
  </div>
);
