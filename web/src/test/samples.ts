import type { BulkRun } from '@inkwell/shared/bulk-actions';
import type { Category } from '@inkwell/shared/categories';
import type { Comment } from '@inkwell/shared/comments';
import { EVERYBODY, type Issue } from '@inkwell/shared/newsletter-issues';
import type { Note } from '@inkwell/shared/notes';
import type { UserNotification } from '@inkwell/shared/notifications';
import type { LibraryPicture } from '@inkwell/shared/picture-library';
import type { StaffPost, StaffPostCard } from '@inkwell/shared/posts';
import type { Review } from '@inkwell/shared/reviews';
import { statusOf } from '@inkwell/shared/schedule';
import type { FoundPosts } from '@inkwell/shared/search';
import type { StaffSeries } from '@inkwell/shared/series';
import type { StaffSitePage } from '@inkwell/shared/site-pages';
import type { StaffTag } from '@inkwell/shared/tags';
import type { Author, User } from '@inkwell/shared/users';

const INSTANT = '2026-01-15T10:00:00.000Z';

const sampleAuthor = (changes: Partial<Author> = {}): Author => ({
  id: 'author-1',
  firstName: 'Ada',
  displayName: 'Ada Lovelace',
  email: null,
  profileImageUrl: null,
  ...changes,
});

export const sampleUser = (changes: Partial<User> = {}): User => ({
  id: 'reader',
  email: 'reader@inkwell.test',
  firstName: 'Rita',
  lastName: 'Reader',
  displayName: 'Rita Reader',
  mobileNumber: null,
  telephoneNumber: null,
  profileImageUrl: null,
  text: null,
  website: null,
  handles: {},
  role: 'user',
  writing: 'none',
  isBlocked: false,
  leavesAt: null,
  isOnline: true,
  createdAt: INSTANT,
  lastSeenAt: INSTANT,
  ...changes,
});

export const moderator = sampleUser({ id: 'mod-1', role: 'moderator' });
export const admin = sampleUser({ id: 'admin-1', role: 'admin' });
export const contributor = sampleUser({ writing: 'contributor' });

export const sampleCategory = (changes: Partial<Category> = {}): Category => ({
  id: 1,
  name: 'Technology',
  description: 'Machines and the people who build them',
  icon: 'fas fa-laptop-code',
  color: 'blue',
  postCount: 3,
  order: 1_000_000,
  createdAt: INSTANT,
  ...changes,
});

export const sampleTag = (changes: Partial<StaffTag> = {}): StaffTag => ({
  id: 'tag-1',
  name: 'Harbours',
  slug: 'harbours',
  description: null,
  picture: null,
  postCount: 3,
  createdAt: INSTANT,
  ...changes,
});

/** A finished run. */
export function sampleBulkRun({
  failures = [],
  ...changes
}: Pick<BulkRun, 'action' | 'total'> & Partial<BulkRun>): BulkRun {
  const { total } = changes;
  const ended = { id: 'run-1', isUndo: false, status: 'done', done: total, changed: total } as const;
  return { ...ended, failed: failures.length, failures, ...changes };
}

export const samplePicture = (changes: Partial<LibraryPicture> = {}): LibraryPicture => ({
  name: '1763700000000-harbour-1a2b3c4d-1600x900.webp',
  fileName: 'harbour.png',
  imageUrl:
    'https://firebasestorage.googleapis.com/v0/b/b/o/images%2F1763700000000-harbour-1a2b3c4d-1600x900.webp?alt=media',
  width: 1600,
  height: 900,
  description: null,
  uploadedAt: INSTANT,
  owner: sampleAuthor(),
  places: [],
  hasMorePlaces: false,
  keptUntil: '2026-02-14T10:00:00.000Z',
  ...changes,
});

export const sampleSeries = (changes: Partial<StaffSeries> = {}): StaffSeries => ({
  id: 'series-1',
  name: 'A house in winter',
  slug: 'a-house-in-winter',
  description: null,
  picture: null,
  postCount: 3,
  createdAt: INSTANT,
  ...changes,
});

/** As in answers to staff. The fake API removes fields that a call does not declare. */
export const samplePage = (changes: Partial<StaffSitePage> = {}): StaffSitePage => ({
  id: 'about-id',
  title: 'About us',
  content: 'We write.',
  isPublished: true,
  slug: 'about',
  language: null,
  searchTitle: null,
  searchDescription: null,
  isHiddenFromSearch: false,
  math: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
  publishedAt: '2026-11-01T10:00:00.000Z',
  status: 'published',
  publishAt: null,
  trashedAt: null,
  ...changes,
});

/** What a search finds. */
export const foundPosts = (items: FoundPosts['items'], more: Partial<FoundPosts> = {}): FoundPosts => ({
  items,
  passages: items.map(() => null),
  total: items.length,
  words: [],
  meant: null,
  isCorrected: false,
  filters: { categories: [], tags: [], authors: [], years: [] },
  ...more,
});

export const samplePostCard = (changes: Partial<StaffPostCard> = {}): StaffPostCard => {
  const card = {
    id: 'post-1',
    title: 'The quiet harbour',
    excerpt: 'On mornings without wind.',
    preview: 'On mornings without wind.',
    readingMinutes: 4,
    featuredImage: null,
    category: { id: 1, name: 'Technology', icon: 'fas fa-laptop-code', color: 'blue' },
    categoryId: 1,
    tags: [],
    tagIds: [],
    seriesId: null,
    seriesPlace: null,
    slug: null,
    language: null,
    isFeatured: false,
    author: sampleAuthor(),
    authorId: 'author-1',
    authors: [changes.author ?? sampleAuthor()],
    authorIds: [changes.authorId ?? 'author-1'],
    isPublished: true,
    views: 120,
    viewCount: 120,
    likesCount: 7,
    commentsCount: 2,
    createdAt: INSTANT,
    updatedAt: INSTANT,
    publishedAt: INSTANT,
    publishAt: null,
    trashedAt: null,
    inReviewSince: null,
    returnedAt: null,
    ...changes,
  };
  return { ...card, status: statusOf(card) };
};

export const samplePost = (changes: Partial<StaffPost> = {}): StaffPost => ({
  content: 'On mornings without wind the harbour is a **mirror**.',
  series: null,
  authorBios: [null],
  searchTitle: null,
  searchDescription: null,
  canonicalUrl: null,
  math: false,
  isHiddenFromSearch: false,
  cardTitle: null,
  cardText: null,
  cardPicture: null,
  coverDescription: null,
  coverCaption: null,
  ...changes,
  ...samplePostCard(changes),
});

export const sampleComment = (changes: Partial<Comment> = {}): Comment => ({
  id: 'comment-1',
  postId: 'post-1',
  content: 'Beautifully said.',
  authorId: 'author-1',
  author: sampleAuthor(),
  createdAt: INSTANT,
  parentId: null,
  replyTo: null,
  state: 'visible',
  reason: null,
  editedAt: null,
  answersCount: 0,
  answers: [],
  ...changes,
});

export const sampleNotification = (changes: Partial<UserNotification> = {}): UserNotification => ({
  id: 'note-1',
  title: 'Maintenance tonight',
  message: 'Inkwell rests from 2 to 3.',
  type: 'info',
  isRead: false,
  createdAt: INSTANT,
  kind: 'broadcast',
  link: null,
  ...changes,
});

/** A post without a review, unless `changes` say otherwise. */
export const sampleReview = (changes: Partial<Review> = {}): Review => ({
  state: 'draft',
  since: null,
  submittedBy: null,
  takenBy: null,
  history: [],
  ...changes,
});

export const sampleNote = (changes: Partial<Note> = {}): Note => ({
  id: 'note-1',
  text: 'Which boats?',
  quote: null,
  parentId: null,
  authorId: 'mod-2',
  author: sampleAuthor({ id: 'mod-2', displayName: 'Mary Shelley' }),
  createdAt: INSTANT,
  editedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  ...changes,
});

export const sampleIssue = (changes: Partial<Issue> = {}): Issue => ({
  id: 'i1',
  subject: 'News of the harbour',
  previewText: null,
  content: 'Hello **you**.',
  segment: EVERYBODY,
  mailsPerHour: null,
  status: 'draft',
  scheduledAt: null,
  startedAt: null,
  finishedAt: null,
  counts: { audience: 0, submitted: 0, refused: 0, leftOut: 0, unconfirmed: 0 },
  stopReason: null,
  postIds: [],
  lastReply: null,
  isStandingStill: false,
  isInArchive: null,
  want: 'newsletter',
  archivePath: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});
