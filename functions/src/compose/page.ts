import type { Express } from 'express';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import { createReadQuota } from '../http/read-quota.ts';
import { createFeedService } from '../pages/feeds.service.ts';
import { createPageApp, isCacheable, type MadePage } from '../pages/pages.routes.ts';
import { createPageService } from '../pages/pages.service.ts';
import { createPublishedRepository } from '../pages/published.repository.ts';
import { createShellSource } from '../pages/shell.ts';
import { createPreviewRepository } from '../previews/previews.repository.ts';
import { createPreviewService } from '../previews/previews.service.ts';
import { createContent } from './content.ts';
import { createPublicCache } from './response-cache.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  readonly log: Log;
  readonly projectId: string;
  /** Address of the site without a slash at its end. */
  readonly siteUrl: string;
  /** Where Hosting serves the app's shell. */
  readonly shellUrl: string;
  readonly trustedHops: number;
  /** Documents that an instance reads for one network address in a minute. */
  readonly documentsPerMinute: number;
  /** On the local suite everybody may bypass the cache. */
  readonly isLocal: boolean;
}

/** The `page` function from what it needs from outside. */
export function createPage(options: Options): Express {
  const { db, clock, log, projectId, siteUrl, shellUrl, trustedHops, documentsPerMinute, isLocal } = options;
  const { posts, categories, authors } = createContent({ db, clock });
  const published = createPublishedRepository(db);
  const now = () => clock.now();
  return createPageApp({
    pages: createPageService({
      posts,
      categories,
      previews: createPreviewService({ previews: createPreviewRepository(db), posts, siteUrl, clock }),
      siteUrl,
    }),
    feeds: createFeedService({ published, posts, categories, authors, siteUrl, now }),
    shell: createShellSource({
      url: shellUrl,
      fetch: globalThis.fetch,
      now: () => now().getTime(),
      log: (event, details) => log('WARNING', event, details),
    }),
    cache: createPublicCache<MadePage>(clock, isCacheable),
    readQuota: createReadQuota({ clock, perMinute: documentsPerMinute }),
    trustedHops,
    isBypassOpen: isLocal,
    log,
    projectId,
  });
}
