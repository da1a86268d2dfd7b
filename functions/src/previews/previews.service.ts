import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { Post } from '@inkwell/shared/posts';
import { PREVIEW_DAYS, type PreviewLink, type PreviewState, previewPath } from '@inkwell/shared/previews';
import type { Clock } from '../common/clock.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { PreviewRepository } from './previews.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly previews: PreviewRepository;
  readonly posts: Pick<PostService, 'byId' | 'asItStands'>;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly clock: Clock;
}

/** What a preview link shows. */
export interface Preview {
  readonly post: Post;
  readonly expiresAt: string;
}

/** Links by which people without an account read an unpublished post. */
export interface PreviewService {
  /** @throws AppError `forbidden`; `not-found`; so in those that follow */
  state(actor: Actor, postId: string): Promise<PreviewState>;
  /** Makes a link. An earlier link of the post ends. */
  create(actor: Actor, postId: string): Promise<PreviewLink>;
  /** Ends the link. Safe to repeat. */
  remove(actor: Actor, postId: string): Promise<void>;
  /** The post as it is stored now, as visitors see posts. Null for an unknown token and for an expired one alike. */
  open(token: string): Promise<Preview | null>;
}

const DAY_MS = 86_400_000;
/** Tokens cannot be guessed, so the stored hash needs neither salt nor a slow function. */
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createPreviewService({ previews, posts, siteUrl, clock }: Dependencies): PreviewService {
  async function checkPost(actor: Actor, postId: string): Promise<void> {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
    await posts.byId(actor, postId);
  }

  return {
    async state(actor, postId) {
      await checkPost(actor, postId);
      const preview = await previews.find(postId);
      const isOpen = preview !== null && preview.expireAt > clock.now();
      return { expiresAt: isOpen ? preview.expireAt.toISOString() : null };
    },

    async create(actor, postId) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const createdAt = clock.now();
      const expireAt = new Date(createdAt.getTime() + PREVIEW_DAYS * DAY_MS);
      const preview = { postId, tokenHash: hashOf(token), createdBy: actor.id, createdAt, expireAt };
      if (!(await previews.replace(preview))) throw new AppError('not-found');
      return { url: `${siteUrl}${previewPath(token)}`, expiresAt: expireAt.toISOString() };
    },

    async remove(actor, postId) {
      await checkPost(actor, postId);
      await previews.remove(postId, { actorId: actor.id, at: clock.now() });
    },

    async open(token) {
      const preview = await previews.findByHash(hashOf(token));
      if (!preview || preview.expireAt <= clock.now()) return null;
      const post = await posts.asItStands(preview.postId);
      return post && { post, expiresAt: preview.expireAt.toISOString() };
    },
  };
}
