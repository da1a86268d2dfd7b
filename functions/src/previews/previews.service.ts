import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import type { Preview } from '@inkwell/shared/page-renderer';
import { type Actor, canManagePages, canWrite, type Viewer } from '@inkwell/shared/permissions';
import { canPublishPost } from '@inkwell/shared/post-permissions';
import { PREVIEW_DAYS, type PreviewLink, type PreviewState, previewPath } from '@inkwell/shared/previews';
import type { Clock } from '../common/clock.ts';
import { requestSeed } from '../common/request-seed.ts';
import { sha256 } from '../mail/tokens.ts';
import type { EditedDocument } from '../posts/edited-document.ts';
import { checkSight, type DecidedPost, governed } from '../posts/post-decisions.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { SitePageService } from '../site-pages/site-pages.service.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { PreviewRepository, StoredPreview } from './previews.repository.ts';

interface Dependencies {
  readonly previews: PreviewRepository;
  readonly posts: Pick<PostService, 'ofInsider' | 'asItStands'>;
  readonly sitePages: Pick<SitePageService, 'byId' | 'asItStands'>;
  readonly users: Pick<UserRepository, 'find'>;
  /** Without a final slash. */
  readonly siteUrl: string;
  /** The key that makes repeated requests derive the same token. */
  readonly secret: string;
  readonly clock: Clock;
}

/** Links that let people without an account read an unpublished post or site page. */
export interface PreviewService {
  /** @throws AppError `forbidden`; `not-found`; like `create` and `remove` */
  state(actor: Actor, shown: EditedDocument): Promise<PreviewState>;
  /** Creates a link, the same one for the same `key`. An earlier link of the post or page stops working. */
  create(actor: Actor, shown: EditedDocument, key?: string | null): Promise<PreviewLink>;
  /** Disables the link. Safe to repeat. */
  remove(actor: Actor, shown: EditedDocument): Promise<void>;
  /** The current post or page as visitors see it. Null for unknown and expired tokens. */
  open(token: string): Promise<Preview | null>;
}

const DAY_MS = 86_400_000;
/** Tokens cannot be guessed, so the hash needs neither salt nor a slow function. */
const TOKEN_BYTES = 32;

const PREVIEW_REFUSED = 'Preview links are made by people who may publish the post.';

/** Who may create and end links; for posts, `decide` says. */
const CAN_SHOW = { posts: canWrite, pages: canManagePages };

/** A link shows a text to unknown people, so its creator needs the right to publish that post. A token needs no scope to publish. */
function decide({ token: _token, ...owner }: Actor, post: DecidedPost): void {
  checkSight(owner, post);
  if (!canPublishPost(owner, governed(post))) throw new AppError('forbidden', PREVIEW_REFUSED);
}

export function createPreviewService(dependencies: Dependencies): PreviewService {
  const { previews, posts, sitePages, users, siteUrl, secret, clock } = dependencies;

  /** @returns whether the creator of a link may still show the text */
  async function check(actor: Actor, { collection, id }: EditedDocument): Promise<(maker: Viewer) => boolean> {
    if (!CAN_SHOW[collection](actor)) throw new AppError('forbidden');
    if (collection === 'pages') {
      await sitePages.byId(actor, id);
      return canManagePages;
    }
    const post = await posts.ofInsider(actor, id);
    decide(actor, post);
    return (maker) => canPublishPost(maker, governed(post));
  }

  /** Random, or the same for each repeat of a request. */
  const tokenFor = (actorId: string, id: string, key: string | null): string =>
    (key === null ? randomBytes(TOKEN_BYTES) : requestSeed(secret, 'preview', actorId, id, key)).toString('base64url');

  /** The creator of a link that has neither expired nor ended with the creator's block or demotion; otherwise null. */
  async function makerOf({ expireAt, createdAt, createdBy }: StoredPreview): Promise<Viewer> {
    if (expireAt <= clock.now()) return null;
    const maker = await users.find(createdBy);
    if (!maker || maker.isBlocked) return null;
    return maker.previewsEndedAt === null || maker.previewsEndedAt < createdAt ? maker : null;
  }

  return {
    async state(actor, shown) {
      const mayShow = await check(actor, shown);
      const preview = await previews.find(shown.id);
      return { expiresAt: preview && mayShow(await makerOf(preview)) ? preview.expireAt.toISOString() : null };
    },

    async create(actor, shown, key = null) {
      if (!CAN_SHOW[shown.collection](actor)) throw new AppError('forbidden');
      const token = tokenFor(actor.id, shown.id, key);
      const createdAt = clock.now();
      const expireAt = new Date(createdAt.getTime() + PREVIEW_DAYS * DAY_MS);
      const preview = { ...shown, tokenHash: sha256(token), createdBy: actor.id, createdAt, expireAt };
      const stored = await previews.replace(preview, (post) => shown.collection === 'posts' && decide(actor, post));
      if (!stored) throw new AppError('not-found');
      return { url: `${siteUrl}${previewPath(token)}`, expiresAt: stored.expireAt.toISOString() };
    },

    async remove(actor, shown) {
      await check(actor, shown);
      await previews.remove(shown, { actorId: actor.id, at: clock.now() });
    },

    async open(token) {
      const preview = await previews.findByHash(sha256(token));
      const maker = preview && (await makerOf(preview));
      if (!preview || !maker) return null;
      const expiresAt = preview.expireAt.toISOString();
      if (preview.collection === 'pages') {
        if (!canManagePages(maker)) return null;
        const page = await sitePages.asItStands(preview.id);
        return page && { page, expiresAt };
      }
      const post = await posts.asItStands(preview.id);
      return post && canPublishPost(maker, post) ? { post, expiresAt } : null;
    },
  };
}
