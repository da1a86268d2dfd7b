import type { Bookmark, Bookmarks, ReadingListEntry } from '@inkwell/shared/bookmarks';
import { AppError } from '@inkwell/shared/errors';
import type { Actor } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { Page, PageRequest } from '../common/paging.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { StoredBookmark } from './bookmarks.converter.ts';
import type { BookmarkRepository } from './bookmarks.repository.ts';

/** The reading list of the caller. It is private. */
export interface BookmarkService {
  /** A page, most recently saved first. With a list's name, only its posts. Reads 1 document and one for each post of the page. */
  list(actor: Actor, list: string | undefined, page: PageRequest): Promise<Page<ReadingListEntry>>;
  /** Reads 1 document. */
  saved(actor: Actor): Promise<Bookmarks>;
  /** @throws AppError `not-found` for a post that is neither published nor saved; `conflict` above the limits */
  save(actor: Actor, postId: string, lists: readonly string[] | undefined): Promise<Bookmark>;
  remove(actor: Actor, postId: string): Promise<void>;
  /** Creates a list, or renames it. @throws AppError `not-found` if the list to rename does not exist; `conflict` */
  putList(actor: Actor, name: string, newName: string | undefined): Promise<{ name: string }>;
  removeList(actor: Actor, name: string): Promise<void>;
}

interface Dependencies {
  readonly bookmarks: BookmarkRepository;
  readonly posts: Pick<PostService, 'publishedAmong'>;
  readonly clock: Clock;
}

export function createBookmarkService({ bookmarks, posts, clock }: Dependencies): BookmarkService {
  return {
    async list(actor, list, { limit, after }) {
      const stored = newestFirst((await bookmarks.find(actor.id)).posts);
      const all = list === undefined ? stored : stored.filter(({ lists }) => lists.includes(list));
      const rest = after === null ? all : all.filter((post) => isAfter(post, after));
      const page = rest.slice(0, limit);
      const cards = await posts.publishedAmong(
        actor,
        page.map(({ id }) => id),
      );
      const byId = new Map(cards.map((card) => [card.id, card]));
      const last = page.at(-1);
      return {
        items: page.map((entry): ReadingListEntry => {
          const post = byId.get(entry.id);
          return post ? { ...toBookmark(entry), post } : { postId: entry.id, gone: true };
        }),
        total: all.length,
        next: last && page.length < rest.length ? { createdAtMs: last.at.getTime(), id: last.id } : null,
        documents: 1 + page.length,
      };
    },

    async saved(actor) {
      const { posts: stored, lists } = await bookmarks.find(actor.id);
      return { posts: newestFirst(stored).map(toBookmark), lists: [...lists] };
    },

    async save(actor, postId, lists) {
      const [post] = await posts.publishedAmong(actor, [postId]);
      const saved = await bookmarks.save(actor.id, { postId, lists, isThere: post !== undefined, at: clock.now() });
      if (!saved) throw new AppError('not-found');
      return toBookmark(saved);
    },

    remove: (actor, postId) => bookmarks.remove(actor.id, postId),

    async putList(actor, name, newName) {
      if (newName === undefined) await bookmarks.addList(actor.id, name);
      else if (!(await bookmarks.renameList(actor.id, name, newName))) throw new AppError('not-found');
      return { name: newName ?? name };
    },

    removeList: (actor, name) => bookmarks.removeList(actor.id, name),
  };
}

const toBookmark = ({ id, at, lists }: StoredBookmark): Bookmark => ({
  postId: id,
  savedAt: at.toISOString(),
  lists: [...lists],
});

const newestFirst = (posts: readonly StoredBookmark[]): StoredBookmark[] =>
  posts.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));

/** Whether a post follows this position. Removing other posts, even the last one of a page, does not change the order. */
const isAfter = ({ at, id }: StoredBookmark, after: { createdAtMs: number; id: string }): boolean =>
  at.getTime() < after.createdAtMs || (at.getTime() === after.createdAtMs && id < after.id);
