import { CALENDAR_LIMITS } from '@inkwell/shared/calendar';
import { COMMENT_LIMITS } from '@inkwell/shared/comments';
import { DRAFT_LIMITS } from '@inkwell/shared/drafts';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import { MODERATION_LIMITS, type ModeratedComment, type PersonModeration } from '@inkwell/shared/moderation';
import { ISSUE_LIMITS } from '@inkwell/shared/newsletter-issues';
import { NOTE_LIMITS } from '@inkwell/shared/notes';
import { NEWEST_COMMENTS } from '@inkwell/shared/own-posts';
import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { REDIRECT_LIMITS } from '@inkwell/shared/redirects';
import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import { idsIn, MAX_IDS } from '../common/ids.ts';
import { documentsOf, documentsRead, type PageOfMany } from '../common/paging.ts';
import { MAX_FEATURED, NEIGHBOURS, SIMILAR_DOCUMENTS } from '../posts/posts.service.ts';
import { MAX_READ } from '../search/search.service.ts';
import { MOST_FOR_SUGGESTIONS } from '../search/suggestions.service.ts';
import type { CallName, Cost } from './cost.ts';

/*
 * The cost of each call in Firestore documents. The read quota, the tests' budgets and docs/api.md derive from this table. docs/costs.md defines what
 * is counted.
 */

type Limit = { readonly limit: number };
type Page = PageOfMany<unknown> | null;
type List = readonly unknown[] | null;

const ofPage =
  (besides = 0) =>
  ({ limit }: Limit, page: Page) =>
    besides + documentsOf(page, limit);
/** A list that has at most `most` entries; an empty one is 1 read. */
const ofList = (most: number) => (_query: unknown, list: List) => Math.max(1, list?.length ?? most);

/** The entries of a page, and their number. */
const LIST = { of: [1], and: { 'each entry': [1] }, charge: ofPage() } as const;
/** Candidates for a search of several words: the index has those with the rarest one. */
const CANDIDATES = 200 + 4;
const SEARCHED_LIST = { ...LIST, of: { usually: [1], 'with several words, at most': [CANDIDATES] } } as const;
const REVISIONS = { ...LIST, of: [2], charge: ofPage(1) } as const;

const A_REPEAT = 'a repeat';
const ONCE = { of: { usually: [1, 1], [A_REPEAT]: [1, 0] } } as const;
const DRAFT = { 'its draft': [1, 1] } as const;
const PICTURES = { 'each picture that it begins or ceases to show': [1, 1] } as const;
const DELIVERY = { 'its delivery': [4, 2] } as const;
const YOUNG = 'an account younger than a day';
const BEGIN_EDITING = { of: { 'to begin': [2, 1], 'within 30 s': [1, 0], later: [1, 1] } } as const;
const REVIEW_STEP = { of: { usually: [3, 3], [A_REPEAT]: [3, 0] } } as const;
const REPORT = { of: { usually: [5, 3], [A_REPEAT]: [6, 1] } } as const;
/** A new name, and a search for its address. */
const NEW_NAME = { of: { usually: [3, 3], 'with a taken address, at most': [8, 3] } } as const;
const GUEST = { of: { usually: [1, 2], 'with a taken name': [2, 2] } } as const;
/** The figures are refreshed once a minute for all callers, so a call itself is charged nothing. */
const FIGURES = {
  of: { usually: [0], 'once a minute and instance': [1], 'once a minute of all instances': [6, 1] },
  charge: () => 0,
} as const;
/** The charge for figures: the documents that they read, or `most` before that is known. */
const ofFigures = (most: number) => (_query: unknown, figures: object | null) =>
  (figures && documentsRead.get(figures)) ?? most;
const TRAFFIC = { '90 days, at most': [30], '25 months, at most': [50] } as const;
const FROM_POST = { 'the post that led to it': [1] } as const;
const NAMES = { 'each name': [1] } as const;
const EVENTS = { of: [0], and: { 'each event': [4, 3], 'each soft one, at most': [20] } } as const;
const RIGHTS = {
  of: { usually: [2, 2], [A_REPEAT]: [2, 0] },
  and: {
    'a lost right to write': [6, 3],
    'each of its scheduled posts': [3, 2],
    'comments, as for hiding them all': [0],
  },
} as const;

/** Charged for each of many changed comments: the comment twice, its post, its thread. */
const OF_COMMENT = 4;
const ALL_OF_PERSON = {
  of: [6, 4],
  and: { 'each comment': [1], 'each that changes': [1, 1], 'each post': [1, 1], 'each further 100 comments': [1, 1] },
  charge: (_query: unknown, answer: PersonModeration | null) => 6 + OF_COMMENT * (answer?.changed ?? 0),
} as const;
/** The additional documents for staff comments: posts, first comments of threads, and answered comments. */
const aroundOf = (comments: readonly ModeratedComment[]): number =>
  new Set(comments.flatMap(({ postId, parentId, replyTo }) => [postId, parentId, replyTo?.id].filter(Boolean))).size;

/** Charged for each post of a bulk action, deletion included. */
const OF_BULK = 5;
const EACH_OF_BULK = { 'each post, as by itself, at most': [OF_BULK, 10] } as const;
const ofRun = (_query: unknown, run: { readonly done: number } | null) => OF_BULK * (run?.done ?? 0) + OF_BULK;

/** The slug of a tag that results have. */
const TAG = 3;
const SEARCH = {
  'words of at most 28 posts': [28],
  'words of more posts': [28 + 11 + 1],
  'unknown words': [1 + 6],
  'unknown words, and what was meant, at most': [MAX_READ],
} as const;

/** Both ends of a redirect, what leads there, the patterns, and the number of redirects. */
const REDIRECT = 10;
const AUDIENCE = 500;
const { firstAnswers } = COMMENT_LIMITS;

export const COSTS = {
  'session.login': [0],
  'session.caller': [0],

  'posts.list': {
    of: [1],
    and: { 'each entry': [1], 'the featured ones of a category or tag, at most': [MAX_FEATURED] },
    charge: ({ limit }, page) => 1 + MAX_FEATURED + (page?.items.length ?? limit),
  },
  'posts.popular': { of: [0], and: { 'each entry': [1] }, charge: ({ limit }, posts) => posts?.length ?? limit },
  'posts.search': {
    of: SEARCH,
    and: { 'each result': [1] },
    charge: ({ limit }, found) => documentsOf(found, MAX_READ + limit),
  },
  'posts.byId': {
    of: { 'in no series': [1], 'in a series': [1 + NEIGHBOURS] },
    charge: (_query, post) => 1 + (post && !post.series ? 0 : NEIGHBOURS),
  },
  'posts.similar': [1 + SIMILAR_DOCUMENTS],
  'posts.create': {
    of: { unpublished: [3, 4], published: [3, 8] },
    and: { 'its category': [1], ...DRAFT, 'its file in a repository': [1] },
  },
  'posts.update': {
    of: {
      'no change': [1, 0],
      unpublished: [1, 3],
      published: [1, 5],
      'another date of a published post': [4, 7],
      'to publish, at most': [3, 8],
      'to unpublish, at most': [1, 8],
      'a time to publish at': [1, 2],
    },
    and: { ...DRAFT, 'the end of a review': [0, 1], 'its file in a repository': [0, 1] },
  },
  'posts.remove': { of: { unpublished: [1, 5], published: [1, 9], 'in the trash': [1, 0] } },
  'posts.undelete': { of: { usually: [1, 4], [A_REPEAT]: [1, 0] } },
  'posts.trash': [1],
  'posts.view': { of: { 'together with those of the same second': [1, 1], 'a repeat within the hour': [1, 0] } },
  'posts.likeStatus': { of: { usually: [2], 'of a crowded post': [3] } },
  'posts.like': { of: { usually: [2, 2], 'of a crowded post': [3, 2] } },
  'posts.authors': {
    of: [3],
    and: { 'each person, at most': [3] },
    charge: (_query, people) => 3 + 3 * (people?.length ?? 0),
  },
  'posts.adminList': {
    ...SEARCHED_LIST,
    of: { usually: [1], 'with words, at most': [CANDIDATES], 'unknown words, at most': [100 + 6 + CANDIDATES] },
  },

  'search.find': {
    of: SEARCH,
    and: { 'each result': [1], 'the tag of a filter': [TAG] },
    charge: ({ limit, tag }, found) =>
      ((found && documentsRead.get(found)) ?? MAX_READ + limit) + (tag === undefined ? 0 : TAG),
  },
  'search.suggestions': {
    of: { 'words of titles, at most': [MOST_FOR_SUGGESTIONS - 1], 'others, at most': [MOST_FOR_SUGGESTIONS] },
    charge: (_query, found) => (found && documentsRead.get(found)) ?? MOST_FOR_SUGGESTIONS,
  },

  'ownPosts.list': LIST,
  'pushedPosts.list': { of: [0], and: { 'each entry': [1] }, charge: ofPage() },
  'ownPosts.comments': {
    of: [0],
    and: { 'each entry': [1], 'each comment shown, at most 3 of an entry': [1] },
    charge: ({ limit }, page) => page?.documents ?? limit * (1 + NEWEST_COMMENTS),
  },

  'bulkActions.posts': {
    of: [0],
    and: { 'each name of a tag, a new one more': [1], ...EACH_OF_BULK },
    charge: (_query, answer) => OF_BULK * (answer?.results.length ?? 1),
  },
  'bulkActions.begin': {
    of: [4, 2],
    and: { 'each match': [1], 'each name of a tag, a new one more': [1], ...EACH_OF_BULK, 'each 25 posts': [4, 1] },
    charge: (query, run) => ofRun(query, run) + (run?.total ?? 0),
  },
  'bulkActions.run': [2],
  'bulkActions.changeRun': { of: [4, 2], and: { ...EACH_OF_BULK, 'each 25 posts': [4, 1] }, charge: ofRun },

  'calendar.calendar': {
    of: [0],
    and: { 'each entry': [1], 'each of four queries that finds nothing': [1] },
    charge: (_query, found) => 4 + (found?.entries.length ?? 2 * (CALENDAR_LIMITS.posts + CALENDAR_LIMITS.pages)),
  },

  'previews.state': [3],
  'previews.create': [2, 2],
  'previews.remove': [2, 2],

  'drafts.list': { of: [0], and: LIST.and, charge: ofList(DRAFT_LIMITS.perPerson) },
  'drafts.byKey': [1],
  'drafts.put': { of: { usually: [1, 1], new: [2, 1], "over another sitting's": [2, 2], [A_REPEAT]: [1, 0] } },
  'drafts.patch': [1, 1],
  'drafts.remove': [1, 1],
  'drafts.discarded': { of: [0], and: LIST.and, charge: ofList(DRAFT_LIMITS.discardedPerPerson) },
  'drafts.discardedById': [1],
  'drafts.discard': { of: { 'a copy': [3, 1], 'a draft': [3, 2] } },
  'drafts.removeDiscarded': [1, 1],

  'redirects.list': LIST,
  'redirects.patterns': [1],
  'redirects.create': { of: { 'of a path': [5, 2], 'of a prefix': [3, 2] }, charge: () => REDIRECT },
  'redirects.importRows': {
    of: [1],
    and: { 'each row': [2, 2], 'each 30 rows': [1], 'each row near one to whose old address others lead': [2] },
    charge: () => REDIRECT_LIMITS.imported * 4 + REDIRECT,
  },
  'redirects.change': {
    of: { usually: [6, 2], [A_REPEAT]: [2, 0], 'at most': [8, 3] },
    charge: () => REDIRECT,
  },
  'redirects.remove': [2, 2],

  'mail.standing': [3],
  'mail.sender': { of: { usually: [0], 'settings that are not cached': [1] } },
  'mail.suppressions': LIST,
  'mail.suppress': [2, 2],
  'mail.free': [1, 2],
  'mail.sesEvents': EVENTS,
  'mail.postmarkEvents': EVENTS,

  'menu.read': { of: { usually: [0], 'once in 10 s': [1] } },

  'sitePages.bySlug': [2],
  'sitePages.list': SEARCHED_LIST,
  'sitePages.byId': [1],
  'sitePages.slugState': [2],
  'sitePages.create': { of: { usually: [2, 4], 'at most': [3, 4] }, and: DRAFT },
  'sitePages.update': {
    of: { 'no change': [1, 0], text: [1, 3], 'a new address': [2, 4], 'a time to publish at, at most': [3, 5] },
    and: DRAFT,
  },
  'sitePages.remove': [1, 4],
  'sitePages.undelete': [2, 4],
  'sitePageRevisions.list': REVISIONS,
  'sitePageRevisions.byId': [2],
  'sitePageRevisions.restore': [2, 3],
  'sitePagePreviews.state': [3],
  'sitePagePreviews.create': [2, 2],
  'sitePagePreviews.remove': [2, 2],
  'sitePageEditing.begin': BEGIN_EDITING,
  'sitePageEditing.end': [1, 1],

  'revisions.list': REVISIONS,
  'revisions.byId': [2],
  'revisions.restore': { of: { unpublished: [2, 3], published: [2, 5], 'at most': [4, 9] } },
  'editing.begin': BEGIN_EDITING,
  'editing.end': [1, 1],

  'reviews.state': [2],
  'reviews.submit': REVIEW_STEP,
  'reviews.take': REVIEW_STEP,
  'reviews.return': REVIEW_STEP,
  'reviews.withdraw': REVIEW_STEP,
  'reviews.list': LIST,

  'notes.list': {
    of: [1],
    and: { 'each note': [1] },
    charge: (_query, notes) => 1 + (notes?.length ?? NOTE_LIMITS.perPost),
  },
  'notes.create': { of: { 'a note': [3, 2], 'an answer': [4, 3], 'an answer, at most': [5, 3] } },
  'notes.change': [2, 1],
  'notes.remove': { of: [2, 2], and: { 'each answer': [1, 1] } },

  'comments.list': {
    of: { usually: [1], 'signed in': [2], 'signed in, and named in it': [4] },
    and: {
      'each thread, and each of its first 3 replies': [1],
      'held and hidden comments of the caller, at most': [50],
    },
    charge: ({ limit }, page) => page?.documents ?? 1 + limit * (1 + firstAnswers),
  },
  'comments.create': {
    of: { 'a comment': [3, 2], 'a reply': [5, 3] },
    and: { [YOUNG]: [2, 2], 'each visible one, where first comments are held, up to their number': [1] },
  },
  'comments.access': [1],
  'comments.thread': {
    of: { 'of a first comment': [2], 'of a reply': [3] },
    and: { 'each of its first 3 replies': [1] },
    charge: (_query, thread) => 3 + 2 * (thread?.answers.length ?? firstAnswers),
  },
  'comments.answers': {
    of: { 'of a first comment': [2], 'of a reply': [3] },
    and: { 'each entry': [1], 'a signed-in caller': [1], 'held and hidden replies of the caller, at most': [50] },
    charge: ({ limit }, page) => page?.documents ?? 3 + limit,
  },
  'comments.edit': {
    of: { 'a comment': [3, 1], 'a reply': [5, 1], 'a reply that comes or goes': [5, 3] },
    and: { [YOUNG]: [1, 1] },
  },
  'comments.remove': { of: { 'a comment': [3, 3], 'a hidden one': [3, 2], 'a reply': [4, 4] } },
  'comments.restore': { of: { 'a comment': [5, 3], 'a hidden one': [5, 2], 'a reply': [6, 4] } },
  'comments.report': REPORT,
  'comments.legalReport': REPORT,
  'comments.changeSubscription': { of: [3, 1], and: { 'personal notifications': [0, 1] } },

  'moderation.list': {
    ...SEARCHED_LIST,
    and: { ...LIST.and, 'each post, first comment and answered comment': [1] },
    charge: ({ limit }, page) => (page ? documentsOf(page, limit) + aroundOf(page.items) : 1 + 3 * limit),
  },
  'moderation.queue': [2],
  'moderation.byId': {
    of: [4],
    and: { 'each comment of the thread, at most 100': [1], 'each report, at most 50': [1] },
    charge: (_query, found) =>
      found
        ? 2 + Math.max(1, found.thread.length) + Math.max(1, found.reports.length) + aroundOf(found.thread)
        : 4 + MODERATION_LIMITS.thread + MODERATION_LIMITS.reports,
  },
  'moderation.change': { of: { 'a comment': [4, 3], 'a reply': [6, 4], [A_REPEAT]: [4, 0] } },
  'moderation.changeMany': {
    of: [0],
    and: { 'each comment': [2, 2], 'each post, and each thread of a reply': [1, 1] },
    charge: (_query, answer) => OF_COMMENT * (answer?.ids.length ?? 1),
  },
  'moderation.hideAllOf': ALL_OF_PERSON,
  'moderation.showAllOf': ALL_OF_PERSON,
  'moderation.postAccess': [1],
  'moderation.changePostAccess': [1, 2],

  'settings.read': [1],
  'settings.change': { of: { usually: [1, 2], 'no change': [1, 0] }, and: PICTURES },

  'categories.list': { of: [0], and: { 'each category': [1] }, charge: ofList(1) },
  'categories.create': { of: { usually: [2, 3], 'with an `Idempotency-Key`': [3, 4] } },
  'categories.byId': { of: { usually: [1], 'a merged one': [2] } },
  'categories.adminList': { of: [0], and: { 'each category': [1] }, charge: ofList(1) },
  'categories.update': {
    of: { usually: [1, 2], 'a new name without posts': [2, 2], 'a new name, at most': [3, 3] },
    job: true,
  },
  'categories.order': { of: [0, 1], and: { 'each category': [1], 'each that moves': [0, 1] } },
  'categories.remove': { of: [1, 2], and: { 'each document that may have it, at most 20': [1] } },
  'categories.merge': { of: { usually: [4, 3], 'at most': [8, 3] }, job: true },

  'tags.list': LIST,
  // The address; the tag, sometimes through one that was merged into it; the tag's current state.
  'tags.bySlug': { of: { usually: [1], 'a merged one, at most': [4] } },
  'tags.adminList': SEARCHED_LIST,
  'tags.byIds': {
    of: [0],
    and: { 'each tag': [1], 'each that was merged': [1] },
    charge: ({ ids }) => idsIn(ids).length,
  },
  'tags.create': NEW_NAME,
  'tags.update': {
    of: { usually: [1, 2], 'a new address': [2, 3], 'a taken address, at most': [5, 3], 'a new name': [6, 3] },
    and: { 'each post of a new name, besides its names': [3, 1] },
    job: true,
  },
  'tags.remove': { of: [8, 6], job: true },
  'tags.merge': { of: { usually: [8, 6], 'at most': [10, 6] }, job: true },

  'series.list': LIST,
  'series.bySlug': { of: { usually: [1], 'an earlier address, at most': [3] } },
  'series.adminList': SEARCHED_LIST,
  'series.byId': [1],
  'series.create': NEW_NAME,
  'series.update': { of: { usually: [2, 2], 'a new address': [2, 3], 'a taken address, at most': [5, 3] } },
  'series.remove': { of: [7, 6], job: true },
  'series.posts': { of: [0], and: LIST.and, charge: ofList(SERIES_LIMITS.listed) },
  'series.order': {
    of: [0],
    and: { 'each post': [1], 'each whose place changes': [3, 4] },
    charge: () => SERIES_LIMITS.ordered,
  },
  'series.move': {
    of: [0],
    and: { 'each post': [1], 'each whose place changes, mostly 1 or 2': [3, 4] },
    charge: () => SERIES_LIMITS.listed,
  },

  // A guest author, the account that they were joined to, and its number of posts.
  'authors.byId': { of: { usually: [1], 'a guest author': [2], 'a joined guest author, at most': [3] } },
  'authors.adminList': SEARCHED_LIST,
  'authors.choices': {
    of: [2],
    and: { 'each, at most 250': [1] },
    charge: (_query, found) => 2 + (found?.length ?? MAX_IDS),
  },
  'authors.named': { of: [0], and: { each: [1] }, charge: ({ ids }) => idsIn(ids).length },
  'authors.create': GUEST,
  'authors.update': { ...GUEST, and: { 'a new name, as that of an account': [4, 3] }, job: true },
  'authors.remove': GUEST,
  'authors.join': { of: [8, 6], job: true },

  'users.current': { of: { usually: [0], new: [1, 1] }, charge: () => 0 },
  'users.updateProfile': {
    of: { usually: [2, 1], 'no change': [2, 0] },
    and: { 'a new picture, at most': [2, 2], 'a new name': [4, 3], 'each published post of a new name': [4, 1] },
  },
  'users.count': FIGURES,
  'users.list': { ...SEARCHED_LIST, of: { ...SEARCHED_LIST.of, 'only those online, at most': [500] } },
  'users.block': RIGHTS,
  'users.unblock': RIGHTS,
  'users.changeRole': RIGHTS,
  'users.changeWriting': RIGHTS,

  'personalData.copy': { of: { usually: [1], 'while it is made': [2] } },
  'personalData.makeCopy': { of: [3, 3], job: true },
  'personalData.leave': { of: { usually: [1, 2], [A_REPEAT]: [1, 0] }, and: { 'each admin, of an admin': [1] } },
  'personalData.keep': [1, 1],
  'personalData.privacyPage': { of: { usually: [2, 4], 'at most': [3, 4] } },
  'personalData.remove': { of: [2, 3], and: { 'each admin, of an admin': [1] } },

  'tokens.list': {
    of: [1],
    and: { 'each entry': [1], 'each person': [1] },
    charge: ({ limit }, page) => documentsOf(page, 1 + 2 * limit),
  },
  'tokens.create': { of: { usually: [2, 2], [A_REPEAT]: [1, 0] }, and: { 'each other token of the caller': [1] } },
  'tokens.remove': [1, 2],
  'webhooks.list': {
    of: { usually: [0], 'without a webhook': [1] },
    and: { 'each webhook': [2], 'each owner': [1] },
    charge: (_query, list) => Math.max(1, 3 * (list?.length ?? WEBHOOK_LIMITS.hooks)),
  },
  'webhooks.create': {
    of: { usually: [4, 2], [A_REPEAT]: [3, 0] },
    and: { 'each other webhook after the first': [1] },
  },
  'webhooks.update': { of: { usually: [3, 2], [A_REPEAT]: [3, 0] } },
  'webhooks.remove': { of: { usually: [1, 2], [A_REPEAT]: [1, 0] } },
  'webhooks.test': [6, 3],
  'webhooks.deliveries': REVISIONS,
  'webhooks.send': { of: [6, 2], and: { 'a waiting event, at most': [3, 4] } },
  'invitations.list': {
    ...LIST,
    and: { ...LIST.and, 'each admin who sent some': [1] },
    charge: ({ limit }, page) => documentsOf(page, 2 * limit),
  },
  'invitations.create': { of: [5, 4], and: DELIVERY },
  'invitations.remove': [1, 2],
  'invitations.open': [2],
  'invitations.accept': {
    of: { usually: [3, 4], 'with an unconfirmed address': [3, 5], [A_REPEAT]: [3, 0], 'with another address': [0] },
  },

  'notifications.list': [2],
  'notifications.markRead': {
    of: {
      'a broadcast': [1, 1],
      'a broadcast again': [1, 0],
      'a personal one': [2, 1],
      'a personal one again': [2, 0],
    },
  },
  'notifications.markAllRead': {
    of: { usually: [3, 1], [A_REPEAT]: [3, 0] },
    and: { 'personal notifications': [0, 1] },
  },
  'notifications.choices': [1],
  'notifications.changeChoices': [1, 1],
  'notifications.broadcast': { of: [2, 3], job: true },
  'notifications.broadcasts': {
    ...LIST,
    and: { ...LIST.and, 'each sender': [1] },
    charge: ({ limit }, page) =>
      documentsOf(page, limit) + new Set(page?.items.map(({ sender }) => sender?.email)).size,
  },

  'bookmarks.list': LIST,
  'bookmarks.saved': [1],
  'bookmarks.save': { of: { usually: [2, 1], [A_REPEAT]: [2, 0] } },
  'bookmarks.remove': ONCE,
  'bookmarks.putList': ONCE,
  'bookmarks.removeList': ONCE,

  'following.list': [1],
  'following.posts': {
    of: { usually: [3], 'with `only`': [2] },
    and: { 'each post of what is followed': [1], 'each popular one': [1] },
    charge: ({ limit, only, without = '' }) => 3 + (only ? limit : 2 * limit + idsIn(without).length),
  },
  'following.status': [1],
  'following.follow': {
    of: { 'an author or a category': [2, 1], 'a tag or a series': [3, 1], [A_REPEAT]: [3, 0] },
    and: FROM_POST,
  },
  'following.unfollow': ONCE,
  'following.look': {
    of: { 'nothing is followed': [1], 'no new posts': [2], 'new posts, at most': [7, 3] },
    charge: () => 7,
  },

  'reading.places': [1],
  'reading.posts': {
    of: [1],
    and: { 'each post': [1] },
    charge: ({ limit }, posts) => 1 + (posts?.length ?? limit),
  },
  'reading.note': ONCE,

  'personMails.choices': [1],
  'personMails.changeChoices': { of: [1, 1], and: { 'each kind that ends': [1], 'each mail that waits': [0, 1] } },
  'personMails.stop': { of: { usually: [3, 1], 'of invitations': [0] }, and: { 'each mail that waits': [0, 1] } },
  'personMails.stopLink': [0],

  'newsletter.subscribe': { of: { usually: [6, 5], 'within an hour': [4, 1] }, and: DELIVERY },
  'newsletter.confirm': { of: [1, 1], and: FROM_POST },
  'newsletter.unsubscribe': {
    of: {
      'before confirming': [2, 1],
      'after confirming': [1, 3],
      'by a link of an issue': [2, 3],
      [A_REPEAT]: [1, 0],
    },
  },
  'newsletter.unsubscribeLink': [0],
  'newsletter.subscribers': LIST,

  'subscribers.openChoices': [1],
  'subscribers.changeChoices': { of: { usually: [1, 1], 'to leave': [2, 3] } },
  'subscribers.own': { of: { usually: [1], 'without a verified address': [0] } },
  'subscribers.changeOwn': { of: { usually: [1, 1], 'to join': [2, 1], 'to leave': [1, 3] } },
  'subscribers.search': LIST,
  'subscribers.growth': [SUBSCRIBER_LIMITS.weeks + 4],
  'subscribers.remove': { of: { 'at most': [1, 4] } },
  'subscribers.importPart': [1, 1],
  'subscribers.beginImport': { of: [1, 3], and: { 'each part': [1] }, job: true },
  'subscribers.importState': [1],

  'newsletterIssues.list': LIST,
  'newsletterIssues.create': { of: [1, 2], and: PICTURES },
  'newsletterIssues.read': { of: { usually: [1], 'under way': [2] } },
  'newsletterIssues.change': { of: [1, 1], and: PICTURES },
  'newsletterIssues.remove': { of: [1, 2], and: PICTURES },
  'newsletterIssues.test': { of: [2, 2], and: { 'each post in it': [1], ...DELIVERY } },
  'newsletterIssues.send': {
    of: [4, 3],
    and: {
      'its page in the archive, at most': [4, 1],
      'each post in it': [1],
      'each subscriber to queue': [1, 1],
      'each to deliver': [3, 2],
    },
    job: true,
  },
  'newsletterIssues.pause': { of: { usually: [1, 2], [A_REPEAT]: [1, 0] } },
  'newsletterIssues.resume': { of: { usually: [2, 3], [A_REPEAT]: [2, 0] }, job: true },
  'newsletterIssues.cancel': { of: [2, 3], and: { 'each who has not got it': [0, 1] }, job: true },
  'newsletterIssues.archive': {
    of: { usually: [1, 2], 'for the first time, at most': [3, 2], [A_REPEAT]: [1, 0] },
    and: { 'an issue of one post': [1], 'under way': [1] },
  },
  'newsletterIssues.mails': { ...LIST, of: [2], charge: ofPage(2) },
  'newsletterIssues.decide': {
    of: { usually: [2, 2], 'to begin again': [2, 3] },
    and: { 'each mail': [1, 1] },
    charge: () => ISSUE_LIMITS.decided + 2,
  },
  // An address's whole quota would be too little for two, so the call has its own limit.
  'newsletterIssues.audience': {
    of: [0],
    and: { 'each confirmed subscriber, at most 20,000': [1] },
    charge: (_query, result) => Math.min(AUDIENCE, result?.count ?? 1),
  },
  'newsletterIssues.preview': { of: [0], and: { 'each post in it': [1] } },
  'newsletterArchive.list': LIST,
  'newsletterArchive.bySlug': [1],
  'newsletterIssues.postText': { of: [0], and: { 'each post': [1] }, charge: () => ISSUE_LIMITS.posts },

  'storage.upload': [1, 2],
  'storage.uploadFromAddress': [1, 2],
  'storage.ownPictures': { ...LIST, of: [0] },
  'storage.pictureSlot': [1, 3],
  'storage.status': [2],
  'storage.migrate': { of: [3, 2], and: { 'each picture, at most': [3, 3] } },

  'pictureLibrary.list': {
    ...SEARCHED_LIST,
    of: { ...SEARCHED_LIST.of, 'only undescribed ones, at most': [CANDIDATES], 'only unused ones, at most': [4 * 50] },
    and: { ...LIST.and, 'each that shows them, at least 1 of each of eleven kinds, at most 100': [1] },
  },
  'pictureLibrary.describe': { of: [1, 2], and: { 'each that shows it, at least 1 of each of eleven kinds': [1] } },
  'pictureLibrary.remove': { of: [1, 3], and: { 'each that shows it, at least 1 of each of eleven kinds': [1] } },

  'analytics.stats': FIGURES,
  'analytics.analytics': { of: { usually: [0], 'once a minute, at most': [80] }, charge: () => 0 },
  'traffic.traffic': {
    of: TRAFFIC,
    and: { ...NAMES, 'each post when grouped by author, at most 100': [1] },
    charge: ofFigures(50),
  },
  'traffic.post': { of: TRAFFIC, charge: ofFigures(50) },
  'traffic.issue': { of: { 'at most': [34] }, charge: ofFigures(34) },
  'traffic.now': { of: { 'at most': [20] }, charge: ofFigures(20) },
  'traffic.won': { of: TRAFFIC, and: NAMES, charge: ofFigures(50) },
  'traffic.speed': { of: TRAFFIC, charge: ofFigures(50) },
  'traffic.end': { of: { 'of a post': [1], 'of another page': [0] } },
  'traffic.click': { of: { 'an issue that was not read lately': [1], others: [0] } },

  'activity.people': {
    of: [1],
    and: { 'each person, at most 200': [1] },
    charge: (_query, people) => 1 + (people?.length ?? 0),
  },
  'activity.list': {
    ...LIST,
    and: { ...LIST.and, 'each person': [1], 'each bulk action': [1], 'each of its entries, at most 200 a page': [1] },
  },

  'imports.upload': [1, 2],
  'imports.create': { of: [4, 2], job: true },
  'imports.list': {
    of: [0],
    and: { ...LIST.and, 'each that is under way': [1] },
    charge: (_query, found) => 2 * (found?.length ?? IMPORT_LIMITS.listed) + 1,
  },
  'imports.state': { of: { usually: [1], 'under way': [2] } },
  'imports.report': [1],
  'imports.start': { of: { usually: [6, 3], done: [3, 0] }, job: true },
  'imports.pause': { of: { usually: [2, 1], done: [1, 0] } },
  'imports.cancel': { of: { usually: [1, 1], [A_REPEAT]: [1, 0], 'at most': [2, 1] } },

  'exports.state': { of: { usually: [1], 'while it is made': [2] } },
  'exports.create': { of: [3, 4], job: true },

  'jobs.list': {
    of: [0],
    and: LIST.and,
    charge: ({ limit }, jobs) => Math.max(1, jobs?.length ?? limit),
  },
  'jobs.retry': { of: { usually: [5, 4], [A_REPEAT]: [4, 0] }, job: true },
} as const satisfies { readonly [N in CallName]: Cost<N> };
