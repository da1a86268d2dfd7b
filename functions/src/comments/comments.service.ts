import type { Comment } from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import { canDeleteComment, canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { toComment } from './comments.converter.ts';
import type { CommentRepository } from './comments.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly comments: CommentRepository;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  readonly clock: Clock;
}

export interface CommentService {
  /** Newest first. Reads the page and the post. @throws AppError `not-found` for a post the viewer may not see */
  list(viewer: Viewer, postId: string, page: PageRequest): Promise<Page<Comment>>;
  /** Stores a comment under `id`; the same id again answers what is stored. @throws AppError `not-found` */
  create(actor: Actor, comment: { id: string; postId: string; content: string }): Promise<Comment>;
  /** Own comments only, on posts unpublished since too. @throws AppError `not-found`; `forbidden` */
  remove(actor: Actor, id: string): Promise<void>;
}

export function createCommentService({ comments, posts, authors, clock }: Dependencies): CommentService {
  async function visiblePost(viewer: Viewer, postId: string): Promise<StoredCard> {
    const post = await posts.findCard(postId);
    if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
    return post;
  }

  return {
    async list(viewer, postId, page) {
      const [post, stored] = await Promise.all([visiblePost(viewer, postId), comments.list(postId, page)]);
      const names = await authors.getAll(stored.map(({ authorId }) => authorId));
      const items = stored.map((comment) => toComment(comment, names.get(comment.authorId), viewer));
      return toPage(items, post.commentsCount, page);
    },

    async create(actor, { id, postId, content }) {
      const post = await visiblePost(actor, postId);
      const comment = { id, postId, content, authorId: actor.id, createdAt: clock.now() };
      const stored = await comments.create(comment, post);
      if (!stored) throw new AppError('not-found');
      const names = await authors.getAll([actor.id]);
      return toComment(stored, names.get(actor.id), actor);
    },

    async remove(actor, id) {
      const comment = await comments.find(id);
      if (!comment) throw new AppError('not-found');
      const post = await posts.findCard(comment.postId);
      if (!post) throw new AppError('not-found');
      // Whoever wrote it may take it back, also where its post is no longer shown to them.
      if (!canDeleteComment(actor, comment)) throw new AppError(canSeePost(actor, post) ? 'forbidden' : 'not-found');
      if (!(await comments.remove(comment, post))) throw new AppError('not-found');
    },
  };
}
