import { isDeliverable } from '@inkwell/shared/email-address';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { LimitRepository } from '../limits/limits.repository.ts';
import { addressIdOf } from '../mail/tokens.ts';
import type { ConfirmationMaker } from './confirmation-mail.ts';
import type { NewsletterRepository } from './newsletter.repository.ts';
import {
  IMPORT_REASONS,
  type RowOutcome,
  type StoredImport,
  type StoredRow,
  type SubscriberImportRepository,
} from './subscriber-imports.repository.ts';
import { recipientIdOf } from './tokens.ts';

/** The number of rows that one transaction subscribes. */
const CONFIRMED_ROWS = 100;
/** The number of rows asked one after the other. */
const ASKED_ROWS = 20;
const HOUR_MS = 60 * 60_000;

interface Dependencies {
  readonly imports: SubscriberImportRepository;
  readonly newsletter: Pick<NewsletterRepository, 'subscribe' | 'standingOf'>;
  readonly limits: Pick<LimitRepository, 'take'>;
  readonly makeConfirmation: ConfirmationMaker;
  readonly site: () => Promise<SiteSettings>;
  /** Whether an address must not get email. */
  readonly isSuppressed: (email: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly newsletterMailsPerHour: number;
}

export const importJob = (id: string, actorId: string, about: string): FixedJob => ({
  id: `import-${id}`,
  kind: 'subscribers.import',
  params: { id },
  about,
  createdBy: actorId,
});

/**
 * Imports subscribers. People who confirmed elsewhere are subscribed a hundred at a time. The others are asked by email, at half the hourly limit of
 * confirmation emails, so that an import never delays people who subscribe on their own.
 */
export function importKind(dependencies: Dependencies): Worker {
  const { imports, newsletter, limits, makeConfirmation, isSuppressed, clock } = dependencies;
  const half = { calls: Math.ceil(dependencies.newsletterMailsPerHour / 2), windowMs: HOUR_MS };
  const whole = { calls: dependencies.newsletterMailsPerHour, windowMs: HOUR_MS };

  /** Seconds until the next email may be sent; 0 counts one. */
  async function waitForMail(): Promise<number> {
    const wait = await limits.take('import-confirmations', 'all', half);
    return wait > 0 ? wait : limits.take('confirmation-mails', 'all', whole);
  }

  async function ask(
    found: StoredImport,
    row: StoredRow,
    suppressed: ReadonlySet<string>,
  ): Promise<RowOutcome | { waitSeconds: number }> {
    const { email } = row;
    const id = addressIdOf(email);
    if (!isDeliverable(email)) return { refused: IMPORT_REASONS.email };
    if (suppressed.has(id)) return { refused: IMPORT_REASONS.suppressed };
    const standing = await newsletter.standingOf(id);
    if (standing?.importId === found.id && standing.importPlace === row.place) return 'added';
    if (standing?.leftAt) return { refused: IMPORT_REASONS.leftOnce };
    // An import does not ask people again who were asked before and did not answer.
    if (standing?.email) return 'known';
    const waitSeconds = await waitForMail();
    if (waitSeconds > 0) return { waitSeconds };
    const request = makeConfirmation(email, await dependencies.site(), ['newsletter']);
    const recipientId = recipientIdOf(email);
    const mailId = await newsletter.subscribe(
      { ...request, id, email, recipientId, source: 'import', imported: { id: found.id, place: row.place } },
      clock.now(),
    );
    return mailId === null ? 'known' : 'added';
  }

  async function askPage(found: StoredImport, rows: readonly StoredRow[], suppressed: ReadonlySet<string>) {
    const outcomes: { row: StoredRow; outcome: RowOutcome }[] = [];
    let waitSeconds = 0;
    for (const row of rows) {
      const outcome = await ask(found, row, suppressed);
      if (typeof outcome === 'object' && 'waitSeconds' in outcome) {
        waitSeconds = outcome.waitSeconds;
        break;
      }
      outcomes.push({ row, outcome });
    }
    if (outcomes.length > 0) await imports.advance(found.id, { from: found.done, outcomes });
    return { count: outcomes.length, waitSeconds };
  }

  async function confirmPage(found: StoredImport, rows: readonly StoredRow[], suppressed: ReadonlySet<string>) {
    const isGood = ({ email }: StoredRow) => isDeliverable(email);
    // A transaction takes consecutive rows, so those before and after an undeliverable address are in separate ones.
    const first = rows[0];
    if (!first) return;
    if (!isGood(first)) {
      const end = rows.findIndex(isGood);
      const bad = end === -1 ? rows : rows.slice(0, end);
      const outcomes = bad.map((row) => ({ row, outcome: { refused: IMPORT_REASONS.email } }));
      await imports.advance(found.id, { from: first.place, outcomes });
      return;
    }
    const end = rows.findIndex((row) => !isGood(row));
    await imports.addConfirmed(found.id, end === -1 ? rows : rows.slice(0, end), suppressed, clock.now());
  }

  return defineKind({
    name: 'subscribers.import',
    params: z.object({ id: z.string() }),
    cursor: z.int(),
    total: async ({ id }) => (await imports.find(id))?.total ?? 0,
    async step({ id }, cursor) {
      const found = await imports.find(id);
      if (!found || found.done >= found.total) return { next: null, count: (found?.done ?? 0) - (cursor ?? 0) };
      const rows = await imports.rowsFrom(id, found.done, found.kind === 'ask' ? ASKED_ROWS : CONFIRMED_ROWS);
      // The import's rows have expired.
      if (rows.length === 0) return { next: null, count: 0 };
      const stopped = await Promise.all(rows.map(({ email }) => isSuppressed(email)));
      const suppressed = new Set(rows.filter((_, n) => stopped[n]).map(({ email }) => addressIdOf(email)));
      let waitSeconds = 0;
      if (found.kind === 'ask') ({ waitSeconds } = await askPage(found, rows, suppressed));
      else await confirmPage(found, rows, suppressed);
      const done = (await imports.find(id))?.done ?? found.total;
      return {
        next: done >= found.total ? null : done,
        count: done - (cursor ?? 0),
        ...(waitSeconds > 0 && { notBefore: new Date(clock.now().getTime() + waitSeconds * 1000) }),
      };
    },
  });
}
