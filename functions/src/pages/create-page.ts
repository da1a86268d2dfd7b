import type { Express } from 'express';
import type { Firestore } from 'firebase-admin/firestore';
import { createContent } from '../content.ts';
import type { Clock } from '../http/clock.ts';
import type { Log } from '../http/log.ts';
import { createFeedService } from './feeds.service.ts';
import { createPageApp } from './page-app.ts';
import { createPageService } from './pages.service.ts';
import { createPublishedRepository } from './published.repository.ts';
import { createShellSource } from './shell.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  readonly log: Log;
  /** Address of the site without a slash at its end. */
  readonly siteUrl: string;
  /** Where Hosting serves the app's shell. */
  readonly shellUrl: string;
}

/** The `page` function from what it needs from outside. */
export function createPage({ db, clock, log, siteUrl, shellUrl }: Options): Express {
  const removeImage = async () => {
    throw new Error('the page function removes nothing');
  };
  const { posts, categories, authors } = createContent({ db, clock, removeImage });
  const published = createPublishedRepository(db);
  const now = () => clock.now();
  return createPageApp({
    pages: createPageService({ posts, categories, siteUrl }),
    feeds: createFeedService({ published, posts, categories, authors, siteUrl, now }),
    shell: createShellSource({
      url: shellUrl,
      fetch: globalThis.fetch,
      now: () => now().getTime(),
      log: (event, details) => log('WARNING', event, details),
    }),
    log,
  });
}
