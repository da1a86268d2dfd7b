import { CategoryIdText } from '@inkwell/shared/categories';
import { AppError } from '@inkwell/shared/errors';
import { DocumentId } from '@inkwell/shared/fields';
import { FOLLOW_LIMITS, type Followed, type FollowKind, type FollowTarget } from '@inkwell/shared/following';
import { personName } from '@inkwell/shared/format';
import { isNamedListKind, NAMED_LIST_KINDS, type NamedListKind } from '@inkwell/shared/named-lists';
import type { Actor } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import type { AuthorService } from '../authors/authors.service.ts';
import type { CategoryCache } from '../categories/category-names.ts';
import type { Clock } from '../common/clock.ts';
import { idsIn as idsOfList } from '../common/ids.ts';
import type { PersonalNotificationRepository } from '../personal-notifications/personal-notifications.repository.ts';
import { MOST_GROUPS, type PostGroup, type PostRepository } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { SeriesService } from '../series/series.service.ts';
import type { SeriesCache } from '../series/series-names.ts';
import type { TagCache } from '../tags/tag-names.ts';
import type { TagService } from '../tags/tags.service.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { firstSeen, idsIn, NEVER, type NewPost, type StoredFollow } from './following.converter.ts';
import type { FollowingRepository } from './following.repository.ts';
import type { NewPostRepository } from './new-posts.repository.ts';

/** Authors, categories, tags and series that the caller follows. Nobody sees what somebody else follows. */
export interface FollowingService {
  /**
   * Most recently followed first, without deleted targets and without tags and series that have no published posts. Reads 1 document, and the names
   * that are not cached.
   */
  list(actor: Actor): Promise<Followed[]>;
  /** Reads 1 document. */
  isFollowed(actor: Actor, target: FollowTarget): Promise<boolean>;
  /**
   * `postId`: the post from which the reader followed it. @throws AppError `not-found`, also for targets other than categories without published
   * posts; `conflict` above the limit
   */
  follow(actor: Actor, target: FollowTarget, postId?: string): Promise<void>;
  unfollow(actor: Actor, target: FollowTarget): Promise<void>;
  /**
   * Followed posts, unopened ones first, filled up with popular posts unless `only`. If too few of the newest posts are followed, older posts of the
   * most recently followed targets are added. Reads 3 documents and the posts (1 for a query without results), and at most as many additional popular
   * posts as are left out.
   */
  posts(actor: Actor, options: PostsOptions): Promise<PostCard[]>;
  /**
   * Notifies the caller of posts that were published since the last look. A repeat, also at the same moment, makes no second notification.
   * Reads at most 7 documents, 2 if there is nothing new. @returns how many posts
   */
  look(actor: Actor): Promise<number>;
}

interface PostsOptions {
  readonly limit: number;
  readonly only?: 'followed' | undefined;
  /** The comma-separated ids of posts to leave out. */
  readonly without?: string | undefined;
}

interface Dependencies {
  readonly following: FollowingRepository;
  readonly newPosts: Pick<NewPostRepository, 'find'>;
  readonly notifications: Pick<PersonalNotificationRepository, 'notify'>;
  readonly stored: Pick<PostRepository, 'findCards'>;
  readonly posts: Pick<PostService, 'popular' | 'publishedAmong' | 'publishedBefore'>;
  readonly authorPages: Pick<AuthorService, 'byId'>;
  readonly lists: Readonly<Record<NamedListKind, Pick<TagService | SeriesService, 'named' | 'bySlug'>>>;
  readonly authors: AuthorCache;
  readonly categories: CategoryCache;
  readonly listNames: Readonly<Record<NamedListKind, TagCache | SeriesCache>>;
  /** The posts that an account has opened recently. */
  readonly openedBy: (userId: string) => Promise<ReadonlySet<string>>;
  /** Counts a follower, and the post that the follower came from. */
  readonly won: TrafficCounter['won'];
  readonly clock: Clock;
}

/** The number of posts whose titles a notification names, and which are read again for it. */
const NAMED = 3;

const groupOf = ({ kind, id }: StoredFollow): PostGroup =>
  kind === 'category' ? { categoryId: Number(id) } : { [`${kind}Id`]: id };

/** A target that can be followed, in its current state. */
interface Target extends Followed {
  /** The id of its document. */
  readonly storedId: string;
}

export function createFollowingService(dependencies: Dependencies): FollowingService {
  const { following, newPosts, notifications, stored, posts, authorPages, lists, clock } = dependencies;
  const { authors, categories, listNames, openedBy, won } = dependencies;

  /** The target of an address; null if there is none, and for authors without posts. */
  async function targetAt({ kind, id }: FollowTarget): Promise<Target | null> {
    switch (kind) {
      case 'author': {
        if (!DocumentId.safeParse(id).success) return null;
        const author = await authorPages.byId(id);
        return author && { kind, id: author.id, storedId: author.id, name: author.name };
      }
      case 'category': {
        if (!CategoryIdText.safeParse(id).success) return null;
        const category = (await categories.getAll([id])).get(id);
        return category ? { kind, id: String(category.id), storedId: String(category.id), name: category.name } : null;
      }
      default: {
        const list = await lists[kind].named(id);
        return list && { kind, id: list.slug, storedId: list.id, name: list.name };
      }
    }
  }

  /** The current targets, each once, without deleted ones. */
  async function targetsOf(follows: readonly StoredFollow[]): Promise<Map<StoredFollow, Target>> {
    const idsOf = (kind: FollowKind) => follows.filter((follow) => follow.kind === kind).map(({ id }) => id);
    const [people, themes, ...named] = await Promise.all([
      authors.getAll(idsOf('author')),
      categories.getAll(idsOf('category')),
      ...NAMED_LIST_KINDS.map((kind) => listNames[kind].getAll(idsOf(kind))),
    ]);
    const targetOf = ({ kind, id }: StoredFollow): Target | null => {
      if (kind === 'author') {
        const person = people.get(id);
        const now = person?.joinedTo ?? id;
        return person ? { kind, id: now, storedId: now, name: personName(toAuthor(id, person, null)) } : null;
      }
      if (kind === 'category') {
        const category = themes.get(id);
        return category ? { kind, id: String(category.id), storedId: String(category.id), name: category.name } : null;
      }
      const list = named[NAMED_LIST_KINDS.indexOf(kind)]?.get(id);
      return list && list.postCount > 0 ? { kind, id: list.slug, storedId: list.id, name: list.name } : null;
    };
    const found = follows.flatMap((follow) => {
      const target = targetOf(follow);
      return target ? [[follow, target] as const] : [];
    });
    const keys = new Set<string>();
    return new Map(found.filter(([, { kind, storedId }]) => keys.size < keys.add(`${kind} ${storedId}`).size));
  }

  const isNewFor = (items: readonly StoredFollow[], post: NewPost, isSince: boolean): boolean =>
    items.some(
      ({ kind, id, at }) => idsIn(post, kind).includes(id) && (!isSince || firstSeen(post).getTime() >= at.getTime()),
    );

  /** Posts of other people that an account follows, newest first. */
  const followedAmong = (
    actor: Actor,
    items: readonly StoredFollow[],
    all: readonly NewPost[],
    { isSince }: { readonly isSince: boolean },
  ): NewPost[] =>
    all
      .filter((post) => !post.authorIds.includes(actor.id) && isNewFor(items, post, isSince))
      .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());

  /** Followed posts that are older than the noted ones, for example imported ones or those of an author who seldom writes. */
  function olderThan(all: readonly NewPost[], actor: Actor, items: readonly StoredFollow[], limit: number) {
    const before = all.reduce((first, { publishedAt }) => (publishedAt < first ? publishedAt : first), clock.now());
    return posts.publishedBefore(actor, items.slice(-MOST_GROUPS).map(groupOf), { before, limit });
  }

  return {
    async list(actor) {
      const { items } = await following.find(actor.id);
      const targets = await targetsOf(items.toReversed());
      return [...targets.values()].map(({ kind, id, name }) => ({ kind, id, name }));
    },

    async isFollowed(actor, target) {
      const [{ items }, found] = await Promise.all([following.find(actor.id), targetAt(target)]);
      return items.some(({ kind, id }) => kind === target.kind && id === found?.storedId);
    },

    async follow(actor, target, postId) {
      const found = await targetAt(target);
      if (!found) throw new AppError('not-found');
      // Read again, because the name and existence of a list without published posts are private.
      if (isNamedListKind(found.kind)) await lists[found.kind].bySlug(found.id);
      const { items } = await following.find(actor.id);
      // Removing deleted targets makes room.
      const there = items.length < FOLLOW_LIMITS.followed ? null : await targetsOf(items);
      const gone = there ? items.filter((item) => !there.has(item)) : [];
      await following.follow(actor.id, { kind: found.kind, id: found.storedId, at: clock.now() }, gone);
      const isNew = !items.some(({ kind, id }) => kind === found.kind && id === found.storedId);
      if (isNew) await won('followers', postId ?? null, `${actor.id} ${found.kind} ${found.storedId}`);
    },

    async unfollow(actor, target) {
      const found = await targetAt(target);
      // An author without any posts left has no page.
      await following.unfollow(actor.id, target.kind, [target.id, ...(found ? [found.storedId] : [])]);
    },

    async posts(actor, { limit, only, without = '' }) {
      const leftOut = new Set(idsOfList(without));
      const isLeftIn = ({ id }: { readonly id: string }) => !leftOut.has(id);
      const [{ items }, all, opened] = await Promise.all([
        following.find(actor.id),
        newPosts.find(),
        only ? new Set<string>() : openedBy(actor.id),
      ]);
      const isOpened = ({ id }: { readonly id: string }) => opened.has(id);
      const followed = followedAmong(actor, items, all, { isSince: false }).filter(isLeftIn);
      const unopened = followed.filter((post) => !isOpened(post)).slice(0, limit);
      const left = limit - unopened.length;
      const older = left === 0 ? [] : await olderThan(all, actor, items, left);
      const again = followed.filter(isOpened).slice(0, left - older.length);
      const newer = await posts.publishedAmong(
        actor,
        [...unopened, ...again].map(({ id }) => id),
      );
      const byOthers = older.filter((post) => isLeftIn(post) && post.authors.every(({ id }) => id !== actor.id));
      const cards = [...newer, ...byOthers].sort((a, b) => Number(isOpened(a)) - Number(isOpened(b)));
      if (only || cards.length >= limit) return cards;
      const popular = await posts.popular(actor, limit + leftOut.size);
      const others = popular.filter((post) => isLeftIn(post) && !cards.some(({ id }) => id === post.id));
      return [...cards, ...others].slice(0, limit);
    },

    async look(actor) {
      const { items, lookedTo } = await following.find(actor.id);
      if (items.length === 0) return 0;
      const all = await newPosts.find();
      const later = all.filter(({ notedAt }) => notedAt > (lookedTo ?? NEVER));
      const [newest] = later;
      const fresh = followedAmong(actor, items, later, { isSince: true });
      if (!newest || fresh.length === 0) return 0;
      const read = await stored.findCards(fresh.slice(0, NAMED).map(({ id }) => id));
      const named = read.filter(({ isPublished }) => isPublished);
      const told = fresh.filter(({ id }, n) => n >= NAMED || named.some((post) => post.id === id));
      const [authorId = ''] = told[0]?.authorIds ?? [];
      const name = personName(toAuthor(authorId, (await authors.getAll([authorId])).get(authorId), null));
      if (told.length > 0) {
        await notifications.notify(actor.id, {
          what: 'posted',
          posts: told.map(({ id, authorIds: [writerId = ''] }) => ({
            id,
            authorId: writerId,
            name: writerId === authorId ? name : '',
          })),
          titles: named.map(({ title }) => title),
          at: clock.now(),
        });
      }
      await following.noteLook(actor.id, newest.notedAt);
      return told.length;
    },
  };
}
