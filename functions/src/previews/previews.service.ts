import { createHash, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, type Viewer } from '@inkwell/shared/permissions';
import type { Post } from '@inkwell/shared/posts';
import { PREVIEW_DAYS, type PreviewLink, type PreviewState, previewPath } from '@inkwell/shared/previews';
import type { Clock } from '../common/clock.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { PreviewRepository, StoredPreview } from './previews.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly previews: PreviewRepository;
  readonly posts: Pick<PostService, 'byId' | 'asItStands'>;
  readonly users: Pick<UserRepository, 'find'>;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  /** The key from which repeated requests derive the same token. */
  readonly secret: string;
  readonly clock: Clock;
}

export interface Preview {
  readonly post: Post;
  readonly expiresAt: string;
}

/** Links with which people without an account can read an unpublished post. */
export interface PreviewService {
  /** @throws AppError `forbidden`; `not-found`; like `create` and `remove` */
  state(actor: Actor, postId: string): Promise<PreviewState>;
  /** Makes a link; the same one for the same `key`. An earlier link of the post ends. */
  create(actor: Actor, postId: string, key?: string | null): Promise<PreviewLink>;
  /** Ends the link. Safe to repeat. */
  remove(actor: Actor, postId: string): Promise<void>;
  /** The current post as visitors see posts. Null for unknown and expired tokens. */
  open(token: string): Promise<Preview | null>;
}

const DAY_MS = 86_400_000;
/** Tokens cannot be guessed, so the hash needs neither salt nor a slow function. */
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createPreviewService({ previews, posts, users, siteUrl, secret, clock }: Dependencies): PreviewService {
  async function checkPost(actor: Actor, postId: string): Promise<void> {
    if (!canManagePosts(actor)) throw new AppError('forbidden');
    await posts.byId(actor, postId);
  }

  /** Random, or the same for each repeat of a request. Only those who know `secret` can make one. */
  const tokenFor = (actorId: string, postId: string, key: string | null): string =>
    key === null
      ? randomBytes(TOKEN_BYTES).toString('base64url')
      : createHmac('sha256', secret)
          .update(JSON.stringify(['preview', actorId, postId, key]))
          .digest('base64url');

  /** A link ends at its date, and with the block or demotion of its maker. */
  async function isOpen({ expireAt, createdAt, createdBy }: StoredPreview): Promise<boolean> {
    if (expireAt <= clock.now()) return false;
    const maker = await users.find(createdBy);
    if (!maker || maker.isBlocked || !canManagePosts(maker)) return false;
    return maker.previewsEndedAt === null || maker.previewsEndedAt < createdAt;
  }

  return {
    async state(actor, postId) {
      await checkPost(actor, postId);
      const preview = await previews.find(postId);
      return { expiresAt: preview && (await isOpen(preview)) ? preview.expireAt.toISOString() : null };
    },

    async create(actor, postId, key = null) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      const token = tokenFor(actor.id, postId, key);
      const createdAt = clock.now();
      const expireAt = new Date(createdAt.getTime() + PREVIEW_DAYS * DAY_MS);
      const preview = { postId, tokenHash: hashOf(token), createdBy: actor.id, createdAt, expireAt };
      const stored = await previews.replace(preview);
      if (!stored) throw new AppError('not-found');
      return { url: `${siteUrl}${previewPath(token)}`, expiresAt: stored.expireAt.toISOString() };
    },

    async remove(actor, postId) {
      await checkPost(actor, postId);
      await previews.remove(postId, { actorId: actor.id, at: clock.now() });
    },

    async open(token) {
      const preview = await previews.findByHash(hashOf(token));
      if (!preview || !(await isOpen(preview))) return null;
      const post = await posts.asItStands(preview.postId);
      return post && { post, expiresAt: preview.expireAt.toISOString() };
    },
  };
}
