import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { PageRenderer } from '@inkwell/shared/page-renderer';
import type { Express } from 'express';
import type { Firestore } from 'firebase-admin/firestore';
import { readPatterns } from '../addresses/redirect-patterns.repository.ts';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import { createRefreshed } from '../common/refreshed.ts';
import { createReadQuota } from '../http/read-quota.ts';
import { createFeedService } from '../pages/feeds.service.ts';
import { createPageApp } from '../pages/pages.routes.ts';
import { createPageService } from '../pages/pages.service.ts';
import { createPublishedRepository } from '../pages/published.repository.ts';
import { isCacheable, type MadePage } from '../pages/sending.routes.ts';
import { createShellSource, LOCAL_SHELL_TIMEOUT_MS } from '../pages/shell.ts';
import { createSiteIcons } from '../pages/site-icons.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createPreviewRepository } from '../previews/previews.repository.ts';
import { createPreviewService } from '../previews/previews.service.ts';
import type { BucketProvider } from '../storage/bucket.ts';
import type { PublicBucket } from '../uploads/image-url.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { createContent } from './content.ts';
import { createPublicCache } from './response-cache.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** The bucket with the words of all posts and the pictures. */
  readonly bucket: BucketProvider;
  readonly publicBucket: PublicBucket;
  readonly log: Log;
  readonly projectId: string;
  /** The address of the site without a final slash. */
  readonly siteUrl: string;
  readonly renderPage: PageRenderer;
  /** The address of the app shell. */
  readonly shellUrl: string;
  readonly trustedHops: number;
  /** The number of documents that an instance reads per minute for one network address. */
  readonly documentsPerMinute: number;
  /** On the local stack, everybody may bypass the cache. */
  readonly isLocal: boolean;
}

/** A busy machine of a developer renders pages late, and the plain app would hide why. */
const LOCAL_DEADLINES = { firstMs: 60_000, ms: 20_000 } as const;

export function createPage(options: Options): Express {
  const {
    db,
    bucket,
    publicBucket,
    clock,
    log,
    projectId,
    siteUrl,
    renderPage,
    shellUrl,
    trustedHops,
    documentsPerMinute,
    isLocal,
  } = options;
  const content = createContent({
    db,
    clock,
    bucket,
    onSearchError: (error) => log('WARNING', 'search-words-not-read', { error: describeError(error) }),
  });
  const published = createPublishedRepository(db);
  const now = () => clock.now();
  return createPageApp({
    pages: createPageService({
      ...content,
      previews: createPreviewService({
        previews: createPreviewRepository(db),
        posts: content.posts,
        sitePages: content.sitePages,
        users: createUserRepository(db, createPictureTable(db)),
        siteUrl,
        // Preview links are only opened here, never created.
        secret: '',
        clock,
      }),
      site: () => content.settings.site(),
      patterns: createRefreshed(() => readPatterns(db), { forMs: RESPONSE_CACHE_MS, clock }),
      clock,
      siteUrl,
    }),
    menu: () => content.settings.menu((error) => log('WARNING', 'menu-not-read', { error: describeError(error) })),
    site: () => content.settings.site(),
    icons: createSiteIcons({ bucket, publicBucket, nowMs: () => now().getTime() }),
    addresses: content.addresses,
    feeds: createFeedService({
      ...content,
      published,
      site: () => content.settings.site(),
      siteUrl,
      now,
    }),
    shell: createShellSource({
      url: shellUrl,
      fetch: globalThis.fetch,
      now: () => now().getTime(),
      log: (event, details) => log('WARNING', event, details),
      ...(isLocal && { timeoutMs: LOCAL_SHELL_TIMEOUT_MS }),
    }),
    rendering: { renderPage, now },
    cache: createPublicCache<MadePage>(clock, isCacheable),
    readQuota: createReadQuota({ clock, perMinute: documentsPerMinute }),
    trustedHops,
    isBypassOpen: isLocal,
    ...(isLocal && { deadlines: LOCAL_DEADLINES }),
    log,
    projectId,
  });
}
