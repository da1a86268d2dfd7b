import { AppError } from '@inkwell/shared/errors';
import { canManageRedirects, type Viewer } from '@inkwell/shared/permissions';
import {
  REDIRECT_LIMITS,
  REDIRECT_TEXTS,
  type Redirect,
  type RedirectImport,
  RedirectInput,
  type RedirectPatch,
  redirectedAddress,
  redirectTarget,
} from '@inkwell/shared/redirects';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { NewRedirect, RedirectChange, RedirectRepository } from './redirects.repository.ts';

type Actor = NonNullable<Viewer>;

/** Redirects, which only admins see and set. All methods throw AppError `forbidden` to others. */
export interface RedirectService {
  list(actor: Actor, q: string | undefined, page: PageRequest): Promise<PageOfMany<Redirect>>;
  patterns(actor: Actor): Promise<Redirect[]>;
  /** Safe to repeat. @throws AppError `bad-request` for loops and chains, `conflict` for a taken address */
  create(actor: Actor, input: RedirectInput): Promise<Redirect>;
  /** Adds what can be added, in order. Safe to repeat. */
  importRows(actor: Actor, rows: readonly object[]): Promise<RedirectImport>;
  /** @throws AppError as `create`, and `not-found` */
  change(actor: Actor, id: string, patch: RedirectPatch): Promise<Redirect>;
  /** Safe to repeat. */
  remove(actor: Actor, id: string): Promise<void>;
}

interface Dependencies {
  readonly redirects: RedirectRepository;
  readonly addresses: Pick<KnownAddresses, 'forget'>;
  readonly clock: Clock;
  /** Without a final slash. */
  readonly siteUrl: string;
}

export function createRedirectService({ redirects, addresses, clock, siteUrl }: Dependencies): RedirectService {
  const check = (actor: Actor): void => {
    if (!canManageRedirects(actor)) throw new AppError('forbidden');
  };

  const act = ({ id }: Actor) => ({ actorId: id, at: clock.now() });

  /** The stored form of a checked target. The site's own address is a path like any other. */
  function stored(to: string): string {
    const target = redirectTarget(to) ?? '/';
    const isOwn = target.startsWith(`${siteUrl}/`) || target === siteUrl;
    const own = isOwn ? redirectTarget(target.slice(siteUrl.length) || '/') : target;
    if (own === null) throw new AppError('bad-request', REDIRECT_TEXTS.to);
    return own;
  }

  function done(change: RedirectChange): Redirect {
    if (change.kind === 'done') {
      const address = redirectedAddress(change.redirect.from);
      if (address) addresses.forget(address.path);
      return change.redirect;
    }
    if (change.kind === 'not-found') throw new AppError('not-found');
    if (change.kind === 'taken') throw new AppError('conflict', REDIRECT_TEXTS.taken);
    throw new AppError('bad-request', REDIRECT_TEXTS[change.kind]);
  }

  const add = async (actor: Actor, { from, to, status }: NewRedirect) =>
    done(await redirects.create({ from, to: stored(to), status }, act(actor)));

  return {
    async list(actor, q, page) {
      check(actor);
      return redirects.list(q, page);
    },

    async patterns(actor) {
      check(actor);
      return redirects.patterns();
    },

    async create(actor, input) {
      check(actor);
      if (!redirectedAddress(input.from)?.isPattern && (await redirects.count()) >= REDIRECT_LIMITS.byHand)
        throw new AppError('bad-request', REDIRECT_TEXTS.full);
      return add(actor, input);
    },

    async importRows(actor, rows) {
      check(actor);
      const refused: { row: number; reason: string }[] = [];
      // In order, because a row may follow from one before it.
      for (const [row, written] of rows.entries()) {
        const status = 'status' in written && written.status !== '' ? Number(written.status) : 301;
        const parsed = RedirectInput.safeParse({ ...written, status });
        if (!parsed.success) {
          refused.push({ row, reason: parsed.error.issues[0]?.message ?? REDIRECT_TEXTS.from });
          continue;
        }
        try {
          await add(actor, parsed.data);
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          refused.push({ row, reason: error.message });
        }
      }
      return { added: rows.length - refused.length, refused };
    },

    async change(actor, id, patch) {
      check(actor);
      const { from, to, status } = patch;
      const changes = {
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to: stored(to) }),
        ...(status !== undefined && { status }),
      };
      return done(await redirects.change(id, changes, act(actor)));
    },

    async remove(actor, id) {
      check(actor);
      await redirects.remove(id, act(actor));
    },
  };
}
