import type { Express } from 'express';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createFeedService } from '../pages/feeds.service.ts';
import { createPageApp } from '../pages/pages.routes.ts';
import { createPageService } from '../pages/pages.service.ts';
import { createPublishedRepository } from '../pages/published.repository.ts';
import { createShellSource } from '../pages/shell.ts';
import { createContent } from './content.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  readonly log: Log;
  readonly projectId: string;
  /** Address of the site without a slash at its end. */
  readonly siteUrl: string;
  /** Where Hosting serves the app's shell. */
  readonly shellUrl: string;
}

/** The `page` function from what it needs from outside. */
export function createPage({ db, clock, log, projectId, siteUrl, shellUrl }: Options): Express {
  const { posts, categories, authors } = createContent({ db, clock });
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
    projectId,
  });
}
