import { AppError } from '@inkwell/shared/errors';
import { type Actor, canManageRedirects } from '@inkwell/shared/permissions';
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

/** Redirects, which only admins see and set. All methods throw AppError `forbidden` unless an admin asks. */
export interface RedirectService {
  list(actor: Actor, q: string | undefined, page: PageRequest): Promise<PageOfMany<Redirect>>;
  patterns(actor: Actor): Promise<Redirect[]>;
  /** Safe to repeat. @throws AppError `bad-request` for loops and chains, `conflict` for a taken address */
  create(actor: Actor, input: RedirectInput): Promise<Redirect>;
  /** Adds all valid redirects, in order, in one call. Safe to repeat. */
  importRows(actor: Actor, rows: readonly object[]): Promise<RedirectImport>;
  /** @throws AppError like `create`, and `not-found` */
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

  /** The stored form of a validated target; null if it has none. The site's own address becomes a path. */
  function targetOf(to: string): string | null {
    const target = redirectTarget(to) ?? '/';
    return target.startsWith(`${siteUrl}/`) ? redirectTarget(target.slice(siteUrl.length)) : target;
  }

  function stored(to: string): string {
    const target = targetOf(to);
    if (target === null) throw new AppError('bad-request', REDIRECT_TEXTS.to);
    return target;
  }

  /** A row of an import as it would be stored, or its error. */
  function readRow(row: object): NewRedirect | string {
    const status = 'status' in row && row.status !== '' ? Number(row.status) : 301;
    const parsed = RedirectInput.safeParse({ ...row, status });
    if (!parsed.success) return parsed.error.issues[0]?.message ?? REDIRECT_TEXTS.from;
    const to = targetOf(parsed.data.to);
    return to === null ? REDIRECT_TEXTS.to : { ...parsed.data, to };
  }

  function forget({ from }: Redirect): void {
    const address = redirectedAddress(from);
    if (address) addresses.forget(address.path);
  }

  /** Why a redirect was refused; null if it was not. */
  const reasonOf = (change: RedirectChange | undefined): string | null =>
    !change || change.kind === 'done' || change.kind === 'not-found' ? null : REDIRECT_TEXTS[change.kind];

  function done(change: RedirectChange | undefined): Redirect {
    if (change?.kind === 'done') {
      forget(change.redirect);
      return change.redirect;
    }
    const reason = reasonOf(change);
    if (reason === null) throw new AppError('not-found');
    throw new AppError(change?.kind === 'taken' ? 'conflict' : 'bad-request', reason);
  }

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
      const [change] = await redirects.create([{ ...input, to: stored(input.to) }], act(actor));
      return done(change);
    },

    async importRows(actor, rows) {
      check(actor);
      const read = rows.map(readRow);
      const readable = read.filter((row) => typeof row !== 'string');
      const changes = await redirects.create(readable, act(actor));
      for (const change of changes) if (change.kind === 'done') forget(change.redirect);
      const reasons = read.map((row) => (typeof row === 'string' ? row : reasonOf(changes.shift())));
      const refused = reasons.flatMap((reason, row) => (reason === null ? [] : [{ row, reason }]));
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
