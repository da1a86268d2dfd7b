import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../../common/clock.ts';
import { createJobTable } from '../../jobs/jobs.repository.ts';
import { createPictureTable } from '../../pictures/pictures.repository.ts';
import type { ShardPace } from '../../posts/counters/counter-shards.repository.ts';
import { createPostRepository } from '../../posts/posts.repository.ts';
import { createForgivingSearch } from '../../search/forgiving.ts';
import { createKnownWords } from '../../search/known-words.ts';
import { createSearchIndex } from '../../search/search-index.repository.ts';
import { createSearchWords } from '../../search/search-words.repository.ts';
import type { BucketProvider } from '../../storage/bucket.ts';
import type { ImageStore } from '../../uploads/image-store.ts';
import { createAuthorCache } from '../../users/authors.repository.ts';
import { createUserRepository } from '../../users/users.repository.ts';

/** The shortest time in ms between two counter writes of an instance to one post; and when counters use shards. */
export interface Pace extends ShardPace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

const UNPACED: Pace = { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 };

/** The additional dependencies of emails to people. */
export interface Mailing {
  /** An account's address and its verification in Auth; null if the account is gone. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null; readonly isVerified: boolean }>;
  /** Without a final slash. */
  readonly siteUrl: string;
  /** The key of links that unsubscribe from a kind of email. */
  readonly secret: string;
}

export interface ContentOptions {
  readonly db: Firestore;
  readonly clock: Clock;
  /** The address of the site without a final slash, for functions that set redirects. */
  readonly siteUrl?: string;
  /** The other origins of the site, whose links are no source of visits. */
  readonly siteOrigins?: readonly string[];
  /** Whether the email address of an account is verified. By default false, for functions without comments. */
  readonly isVerified?: (userId: string) => Promise<boolean>;
  /** Receives errors of notifications. Without it, nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
  /** The email settings for notifications. Without them, nobody gets email. */
  readonly mailing?: Mailing;
  /** Without it, writes do not wait. */
  readonly pace?: Pace;
  /** The type and size of a stored picture, for functions that choose the site's pictures. */
  readonly pictureFacts?: ImageStore['factsOf'];
  /** The bucket with the words of all posts. Without it, search learns the words from the posts. */
  readonly bucket?: BucketProvider;
  readonly onSearchError?: (error: unknown) => void;
  /** Runs a job for a few seconds. Without it, jobs wait for the function `work`. */
  readonly beginJob?: (id: string) => Promise<void>;
}

/** The shared dependencies of all parts of the content: the options with their defaults, and common tables and caches. */
export type Base = ReturnType<typeof createBase>;

export function createBase(options: ContentOptions) {
  const { db, clock, bucket = null, onSearchError = () => undefined } = options;
  const pictures = createPictureTable(db);
  const known = createKnownWords({ words: createSearchWords(db, bucket), clock, onError: onSearchError });
  return {
    isVerified: async () => false,
    pace: UNPACED,
    beginJob: async () => undefined,
    siteUrl: '',
    siteOrigins: [],
    pictureFacts: async () => null,
    ...options,
    pictures,
    jobs: createJobTable(db),
    users: createUserRepository(db, pictures),
    authors: createAuthorCache(db, clock),
    stored: createPostRepository(db),
    searchIndex: createSearchIndex(db),
    known,
    forgiving: createForgivingSearch(known),
  };
}
