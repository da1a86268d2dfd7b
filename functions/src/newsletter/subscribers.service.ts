import { AppError } from '@inkwell/shared/errors';
import { consentText } from '@inkwell/shared/newsletter-words';
import { type Actor, isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import {
  type ImportBegin,
  type ImportRow,
  type LinkedChoices,
  type OwnSubscription,
  SUBSCRIBER_LIMITS,
  SUBSCRIBER_TEXTS,
  type SubscriberChoices,
  type SubscriberDetails,
  type SubscriberGrowth,
  type SubscriberImport,
} from '@inkwell/shared/subscribers';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { Runner } from '../jobs/runner.ts';
import type { Recall } from '../mail/suppressions.repository.ts';
import { addressIdOf, parseToken } from '../mail/tokens.ts';
import type { TrafficCounter } from '../traffic/traffic-counter.ts';
import { type StoredSubscriber, toSubscriberDetails } from './newsletter.converter.ts';
import { mondayOf, type NewsletterRepository } from './newsletter.repository.ts';
import { importJob } from './subscriber-import.job.ts';
import type { StoredImport, SubscriberImportRepository } from './subscriber-imports.repository.ts';
import { isSigned } from './tokens.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

export interface SubscriberService {
  /** @throws AppError `bad-request` for an invalid token or without a confirmed subscription, like `changeLinked` */
  openLinked(token: string): Promise<LinkedChoices>;
  /** Safe to repeat. */
  changeLinked(token: string, choices: SubscriberChoices): Promise<LinkedChoices>;
  own(actor: Actor): Promise<OwnSubscription>;
  /** Safe to repeat. @throws AppError `forbidden` if an account without a verified address wants email */
  changeOwn(actor: Actor, choices: SubscriberChoices): Promise<OwnSubscription>;
  /** @throws AppError `forbidden` unless an admin asks, like all methods below */
  search(viewer: Viewer, q: string | undefined, page: PageRequest): Promise<PageOfMany<SubscriberDetails>>;
  growth(viewer: Viewer): Promise<SubscriberGrowth>;
  /** Safe to repeat. */
  remove(actor: Actor, id: string): Promise<void>;
  importPart(actor: Actor, part: { id: string; part: number; rows: readonly ImportRow[] }): Promise<void>;
  /** Safe to repeat. @throws AppError `bad-request` if a part, or a time of consent, is missing */
  beginImport(actor: Actor, id: string, by: ImportBegin): Promise<SubscriberImport>;
  importState(viewer: Viewer, id: string): Promise<SubscriberImport>;
}

interface Dependencies {
  readonly newsletter: NewsletterRepository;
  readonly imports: SubscriberImportRepository;
  /** The current state of an account's address in Auth. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null; readonly isVerified: boolean }>;
  /** Restores the suppression of an address that a deleted account had. */
  readonly recall: Recall;
  readonly site: () => Promise<SiteSettings>;
  /** Whether the weekly digest is sent. */
  readonly isDigestOn: () => Promise<boolean>;
  /** Counts a new subscriber. */
  readonly won: TrafficCounter['won'];
  readonly beginJob: Runner['begin'];
  readonly secret: string;
  readonly clock: Clock;
}

const hintOf = (email: string): string => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`;

const NOTHING: SubscriberChoices = { wants: [], categories: null };

function toImport({ id, kind, total, done, added, known, refused, refusedRows }: StoredImport): SubscriberImport {
  return { id, kind, isDone: done >= total, total, done, added, known, refused, refusedRows };
}

export function createSubscriberService(dependencies: Dependencies): SubscriberService {
  const { newsletter, imports, addressOf, recall, site, isDigestOn, won, beginJob, secret, clock } = dependencies;

  function check(viewer: Viewer): void {
    if (!isAdmin(viewer)) throw new AppError('forbidden');
  }

  const invalid = () => new AppError('bad-request', SUBSCRIBER_TEXTS.link);

  function subscriberIdIn(text: string): string {
    const token = parseToken(text);
    if (!token || !isSigned(secret, token)) throw invalid();
    return token.addressId;
  }

  const linked = async ({ email, wants, categories }: StoredSubscriber): Promise<LinkedChoices> => ({
    wants,
    categories,
    emailHint: hintOf(email ?? ''),
    isDigestOn: await isDigestOn(),
  });

  /** Each want once, in the same order always. */
  const tidy = ({ wants, categories }: SubscriberChoices): SubscriberChoices => ({
    wants: (['newsletter', 'digest'] as const).filter((want) => wants.includes(want)),
    categories: categories && [...new Set(categories)],
  });

  async function ownOf(actor: Actor, found?: StoredSubscriber | null): Promise<OwnSubscription> {
    const { email, isVerified } = await addressOf(actor.id);
    // People who have not proven that an address is theirs do not learn whether it is subscribed.
    const known = email !== null && isVerified ? (found ?? (await newsletter.standingOf(addressIdOf(email)))) : null;
    const { wants, categories } = known?.isConfirmed ? known : NOTHING;
    const isSubscribed = known?.isConfirmed === true;
    return { email, isVerified, isSubscribed, wants, categories, isDigestOn: await isDigestOn() };
  }

  return {
    async openLinked(text) {
      const found = await newsletter.standingOf(subscriberIdIn(text));
      if (!found?.isConfirmed) throw invalid();
      return linked(found);
    },

    async changeLinked(text, input) {
      const id = subscriberIdIn(text);
      const choices = tidy(input);
      const at = clock.now();
      if (choices.wants.length > 0) {
        const text = consentText((await site()).name, choices.wants);
        const changed = await newsletter.choose(id, choices, { text, at });
        if (!changed) throw invalid();
        return linked(changed);
      }
      const known = await newsletter.standingOf(id);
      await newsletter.unsubscribe(id, at);
      return { ...NOTHING, emailHint: known?.email ? hintOf(known.email) : '', isDigestOn: await isDigestOn() };
    },

    own: (actor) => ownOf(actor),

    async changeOwn(actor, input) {
      const choices = tidy(input);
      const { email, isVerified } = await addressOf(actor.id);
      if (email === null) throw new AppError('forbidden', SUBSCRIBER_TEXTS.noAddress);
      if (!isVerified) throw new AppError('forbidden', SUBSCRIBER_TEXTS.unverified);
      const at = clock.now();
      if (choices.wants.length === 0) {
        await newsletter.unsubscribe(addressIdOf(email), at);
        return ownOf(actor);
      }
      const text = consentText((await site()).name, choices.wants);
      const stored = await newsletter.subscribeOwn({ email, accountId: actor.id, choices }, { text, at }, recall);
      if (stored.confirmedAt?.getTime() === at.getTime()) await won('subscribers', null, `${actor.id} newsletter`);
      return ownOf(actor, stored);
    },

    async search(viewer, q, page) {
      check(viewer);
      const found = await newsletter.search(q, page);
      return { ...found, items: found.items.map(toSubscriberDetails) };
    },

    async growth(viewer) {
      check(viewer);
      const monday = new Date(mondayOf(clock.now()));
      const weeks = Array.from(
        { length: SUBSCRIBER_LIMITS.weeks },
        (_, ago) => new Date(monday.getTime() - ago * WEEK_MS),
      );
      const { joined, left, ...counts } = await newsletter.counts(weeks);
      const rows = weeks.map((from, n) => ({ from: mondayOf(from), joined: joined[n] ?? 0, left: left[n] ?? 0 }));
      return { ...counts, weeks: rows };
    },

    async remove(actor, id) {
      check(actor);
      await newsletter.unsubscribe(id, clock.now(), { actorId: actor.id });
    },

    async importPart(actor, { id, part, rows }) {
      check(actor);
      await imports.keepPart(id, part, { rows, actorId: actor.id, at: clock.now() });
    },

    async beginImport(actor, id, by) {
      check(actor);
      const job = importJob(id, actor.id, by.consent.source);
      const found = await imports.begin(id, { ...by, actorId: actor.id, at: clock.now(), job });
      await beginJob(job.id);
      return toImport((await imports.find(id)) ?? found);
    },

    async importState(viewer, id) {
      check(viewer);
      const found = await imports.find(id);
      if (!found) throw new AppError('not-found');
      return toImport(found);
    },
  };
}
