import { consoleLog } from '@inkwell/functions/src/common/log.ts';
import { LOCAL_NEWSLETTER_SECRET } from '@inkwell/functions/src/compose/config.ts';
import { createContent } from '@inkwell/functions/src/compose/content.ts';
import { createJobs } from '@inkwell/functions/src/compose/jobs.ts';
import { createMailRepository } from '@inkwell/functions/src/mail/mail.repository.ts';
import { createNewsletterRepository } from '@inkwell/functions/src/newsletter/newsletter.repository.ts';
import { createBroadcastRepository } from '@inkwell/functions/src/notifications/broadcasts.repository.ts';
import { createPictureTable } from '@inkwell/functions/src/pictures/pictures.repository.ts';
import { createUserRepository } from '@inkwell/functions/src/users/users.repository.ts';
import { type Publication, readPublication } from '../content/publication.ts';
import { connectToEmulators, type Emulators } from './emulators.ts';
import { beginSeed, completeSeed } from './marker.ts';
import { loadBroadcasts, loadSubscribers } from './newsletter.ts';
import { loadPeople } from './people.ts';
import { gatherPictures } from './pictures.ts';
import { loadCategories, loadGuests, loadMenu, loadPages, loadPosts, loadSeries } from './posts.ts';
import { createSeedClock } from './seed-clock.ts';
import { loadTraffic } from './traffic.ts';

/**
 * Writes the publication into the emulators in the environment, through the product's own services. Does nothing if it already exists; after an
 * interruption, another run continues and ends in the same state. `read` provides the publication.
 * @throws Error if the environment does not refer to emulators
 */
export async function loadPublication(
  env: Readonly<Record<string, string | undefined>> = process.env,
  read: () => Promise<Publication> = readPublication,
): Promise<'loaded' | 'complete'> {
  const emulators = connectToEmulators(env);
  const { startedAt, isComplete } = await beginSeed(emulators.db);
  if (isComplete) {
    console.log('The publication is there already');
    return 'complete';
  }
  const publication = await read();
  await writePublication(publication, emulators, { now: startedAt, siteUrl: siteUrlOf(env) });
  await completeSeed(emulators.db);
  console.log(`Loaded ${publication.posts.length} posts and ${publication.comments.length} comments`);
  return 'loaded';
}

const SEED_MAIL = {
  newsletterSecret: LOCAL_NEWSLETTER_SECRET,
  newsletterMailsPerHour: Number.POSITIVE_INFINITY,
  isLocal: true,
  smtpUrl: null,
} as const;

/** Writes everything, with times that count back from `now`. Safe to repeat with the same `now`. */
export async function writePublication(
  publication: Publication,
  emulators: Emulators,
  { now, siteUrl }: { now: Date; siteUrl: string },
): Promise<void> {
  const { db, auth } = emulators;
  const clock = createSeedClock(now);
  const content = createContent({ db, clock });
  const table = createPictureTable(db);
  const pictures = await gatherPictures(publication, { ...emulators, table, now });

  const texts = async () => {
    const [categoryIds] = await Promise.all([
      loadCategories(publication, { content, clock, now }),
      loadGuests(publication, { content }),
      loadMenu(publication, { content }),
      loadSeries(publication, { content }),
      loadPages(publication, { content, clock, now }),
      loadPeople(publication, { auth, users: createUserRepository(db, table), now, portraits: pictures.portraits }),
    ]);
    // Posts after people, because the search index contains the names of the authors.
    await Promise.all([
      loadPosts(publication, { content, clock, now, categoryIds, pictures: pictures.ofPosts }),
      loadSubscribers(publication, {
        repository: createNewsletterRepository(db),
        mails: createMailRepository(db),
        now,
        siteUrl,
      }),
      loadBroadcasts(publication, { repository: createBroadcastRepository(db), now }),
    ]);
  };
  await Promise.all([pictures.upload(), texts()]);
  await loadTraffic(publication, { content, now });
  const jobs = createJobs({
    db,
    auth,
    clock,
    log: consoleLog,
    bucket: emulators.openBucket,
    config: { siteUrl, publicBucket: { origin: emulators.storageOrigin, name: '' }, ...SEED_MAIL },
  });
  await jobs.dataVersion.noteNewest();
}

const siteUrlOf = (env: Readonly<Record<string, string | undefined>>): string =>
  env.SITE_URL ?? `http://localhost:${env.INKWELL_PORT ?? '3000'}`;
