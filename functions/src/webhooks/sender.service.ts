import type { SiteSettings } from '@inkwell/shared/site-settings';
import { WEBHOOK_LIMITS } from '@inkwell/shared/webhooks';
import type { Clock } from '../common/clock.ts';
import { within } from '../common/deadline.ts';
import { describeError, type Log } from '../common/log.ts';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import { type DeliveryRepository, type Finished, hostOf } from './deliveries.repository.ts';
import { offMail } from './off-mail.ts';
import { sendTo } from './receiver.ts';
import type { StoredDelivery } from './webhooks.converter.ts';

/** The maximum number of concurrent attempts in an instance, so that slow receivers do not fill it. */
const AT_ONCE = 20;

interface Dependencies {
  readonly deliveries: DeliveryRepository;
  readonly site: () => Promise<SiteSettings>;
  readonly siteUrl: string;
  /** Whether loopback may be called over http. */
  readonly isLocal: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly send?: typeof sendTo;
}

/** Sends queued events to their webhooks. */
export interface WebhookSender {
  /**
   * Attempts events that a change has just queued, without delaying it, and then the events of the same posts that have become due. If too many are
   * in progress, or the instance ends, `run` continues.
   */
  begin(ids: readonly string[]): void;
  /**
   * Returns a function that waits, at most `ms`, for the attempts started by `begin` since. A Cloud Function must wait before it answers, because it
   * stops working afterwards. Never wait in a transaction.
   */
  since(): (ms: number) => Promise<void>;
  /** Attempts an event at a person's request. @returns the delivery with its attempt; null if it cannot be attempted now */
  now(id: string): Promise<StoredDelivery | null>;
  /** Attempts due events; starts none later than `forMs` from now. Reads 1 document if none is due. */
  run(forMs: number): Promise<void>;
}

/** The attempts that this process has started, whichever of its parts raised the events. */
const begun = new Set<Promise<void>>();

export function createWebhookSender(dependencies: Dependencies): WebhookSender {
  const { deliveries, site, siteUrl, isLocal, clock, log, send = sendTo } = dependencies;

  /** @returns null if this instance must not attempt the delivery */
  async function attempt(id: string, isAsked = false): Promise<Finished | null> {
    const leased = await deliveries.claim(id, clock.now(), { isAsked });
    // After a slow claim, another instance may have the lease before this attempt ends.
    if (!leased || clock.now().getTime() + WEBHOOK_LIMITS.timeoutMs >= leased.dueAt.getTime()) return null;
    const answer = await send(leased.hook, { id, body: leased.body, at: clock.now() }, { isLocal });
    const finished = await deliveries.finish(leased, answer, clock.now(), async (hook, to) =>
      offMail({ to, host: hostOf(hook), site: await site() }, siteUrl),
    );
    const fields = { delivery: id, hook: leased.hookId, attempts: leased.starts, status: answer.status };
    if (!finished) log('WARNING', 'another instance has the lease of the event', fields);
    else if (finished.delivery.state !== 'delivered') log('INFO', 'an event was not delivered', fields);
    if (finished?.isSwitchedOff) log('WARNING', 'a webhook was switched off', fields);
    return finished;
  }

  /** Attempts an event, then the next events of its post. */
  async function attemptAll(id: string, endMs: number): Promise<void> {
    try {
      for (let next: string | null = id; next !== null && clock.now().getTime() < endMs; ) {
        const finished: Finished | null = await attempt(next);
        next = finished?.next ?? null;
      }
    } catch (error) {
      // An invalid event must not block the others.
      log('ERROR', 'an event was not attempted', { delivery: id, error: describeError(error) });
    }
  }

  return {
    begin(ids) {
      for (const id of ids) {
        if (begun.size >= AT_ONCE) return;
        const work = withoutMeter(() => attemptAll(id, Number.POSITIVE_INFINITY));
        begun.add(work);
        void underWay(work).finally(() => begun.delete(work));
      }
    },

    since() {
      const earlier = new Set(begun);
      return async (ms) => {
        const own = [...begun].filter((work) => !earlier.has(work));
        if (own.length === 0) return;
        // Late events continue if the instance does, or otherwise in `deliver`.
        await within(ms, Promise.all(own)).catch(() => undefined);
      };
    },

    now: async (id) => (await attempt(id, true))?.delivery ?? null,

    async run(forMs) {
      const endMs = clock.now().getTime() + forMs;
      const seen = new Set<string>();
      while (clock.now().getTime() < endMs) {
        const due = (await deliveries.due(clock.now(), AT_ONCE)).filter((id) => !seen.has(id));
        // Events that are due again could not be leased.
        if (due.length === 0) return;
        for (const id of due) seen.add(id);
        await Promise.all(due.map((id) => attemptAll(id, endMs)));
      }
    },
  };
}
