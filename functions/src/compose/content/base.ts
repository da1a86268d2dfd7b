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

/** The shortest time between two counter writes of an instance to one post, in milliseconds; and when counters use shards. */
export interface Pace extends ShardPace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

const UNPACED: Pace = { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 };

/** What mails to people need beside the content. */
export interface Mailing {
  /** What Auth says of an account's address; none for an account that is gone. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null; readonly isVerified: boolean }>;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  /** The key of links that end a kind of mail. */
  readonly secret: string;
}

export interface ContentOptions {
  readonly db: Firestore;
  readonly clock: Clock;
  /** The address of the site without a final slash, for functions in which redirects are set. */
  readonly siteUrl?: string;
  /** Whether the e-mail address of an account is confirmed. By default none is, for functions without comments. */
  readonly isVerified?: (userId: string) => Promise<boolean>;
  /** Receives errors of notifications. Without it, nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
  /** How people are mailed about what concerns them. Without it, nobody is. */
  readonly mailing?: Mailing;
  /** Without it, writes do not wait. */
  readonly pace?: Pace;
  /** What a stored picture is, for functions in which the site's pictures are chosen. */
  readonly pictureFacts?: ImageStore['factsOf'];
  /** Where the words of all posts are stored. Without it, search learns them from the posts. */
  readonly bucket?: BucketProvider;
  readonly onSearchError?: (error: unknown) => void;
  /** Runs a job for some seconds. Without it jobs wait for the function `work`. */
  readonly beginJob?: (id: string) => Promise<void>;
}

/** What all rooms of the content share: the options with their defaults, and the tables and caches that several rooms use. */
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
