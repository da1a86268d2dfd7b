import type { IssueStop } from '@inkwell/shared/newsletter-issues';
import { cut } from '@inkwell/shared/plain-text';
import type { ShownSettings } from '@inkwell/shared/settings';
import type { Clock } from '../common/clock.ts';
import { describeError, type Log } from '../common/log.ts';
import type { PageDone } from '../jobs/job.ts';
import { messageIdOf } from '../mail/mail.ts';
import type { Submission, Transport } from '../mail/transport.ts';
import type { Addressee } from './audience.converter.ts';
import { type IssueMailText, isTooLong, type RenderedIssue, renderIssue } from './issue-mail.ts';
import type { ClaimedMail, IssueMailRepository, MailOutcome } from './issue-mails.repository.ts';
import type { ReadIssueParts } from './issue-parts.ts';
import { archivePathOf, type StoredIssue, type StoredProgress } from './newsletter-issues.converter.ts';
import type { IssueRepository } from './newsletter-issues.repository.ts';
import { allowanceOf, slowerOf, stopOf } from './pace.ts';

/** Emails that an instance submits in parallel. At most this many become unconfirmed when it is killed. */
export const MAILS_AT_ONCE = 10;
/** Longer than a mail server may take to answer. Afterwards, nobody knows whether it accepted the email. */
const LEASE_MS = 3 * 60_000;
/** Pages of jobs take a few seconds. */
const STEP_MS = 4_000;
const MINUTE_MS = 60_000;
/** An email counts as refused after this many attempts that the server deferred or that did not reach it. */
const ATTEMPTS = { putOff: 6, unsent: 20 } as const;
/** The pauses while the mail server cannot be reached. They double from the first to the longest. */
const PAUSES_MS = { first: 15_000, longest: 10 * MINUTE_MS } as const;
const REPLY_CHARS = 300;

export interface IssueWork {
  readonly issueId: string;
  readonly round: number;
}

export interface IssueSender {
  /**
   * Works a few seconds on sending an issue: freezes its audience, then submits its emails. Any number of runs may work concurrently, be killed and
   * restarted, because each claims its work first and stores the results afterwards.
   */
  continueWith(work: IssueWork): Promise<PageDone<true>>;
}

interface Dependencies {
  readonly issues: Pick<IssueRepository, 'find' | 'archive'>;
  readonly mails: IssueMailRepository;
  readonly transport: Pick<Transport, 'isOn' | 'submit'>;
  /** Whether the local stack's mailbox shows the emails, so that their texts are stored. */
  readonly keepsMails: boolean;
  readonly site: () => Promise<ShownSettings>;
  /** The maximum number of emails per hour for all issues; null for as many as the server accepts. */
  readonly mailsPerHour: () => Promise<number | null>;
  /** Whether the links of an issue whose sending begins now count clicks. */
  readonly countsClicks: () => Promise<boolean>;
  readonly partsOf: ReadIssueParts;
  readonly siteUrl: string;
  readonly secret: string;
  /** Records what an email's refusal says about its address. */
  readonly noteRefusal: (refusal: {
    readonly email: string;
    readonly mailId: string;
    readonly submission: Extract<Submission, { outcome: 'refused' }>;
  }) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

type ArchiveChoice = ShownSettings['newsletter']['archive'];

/** `again`: this step did something, or another instance was faster. */
type Turn = 'again' | 'ended' | { readonly waitUntil: Date };

/** Whether an issue gets its page. It does only when sending begins, so that later changes by an admin last. Digests list only public posts. */
const entersArchive = ({ status, queuedTo, want, isInArchive }: StoredIssue, archive: ArchiveChoice): boolean =>
  status === 'queueing' &&
  queuedTo === null &&
  want === 'newsletter' &&
  (archive === 'on' ? isInArchive !== false : archive === 'each' && isInArchive === true);

export function createIssueSender(dependencies: Dependencies): IssueSender {
  const { issues, mails, transport, keepsMails, site, mailsPerHour, partsOf, siteUrl, secret } = dependencies;
  const { countsClicks, noteRefusal, clock, log } = dependencies;

  /** The issue as rendered for its emails, and why they cannot be sent. */
  async function prepare(issueId: string): Promise<{ rendered: RenderedIssue | null; problem: IssueStop | null }> {
    const issue = await issues.find(issueId);
    if (!issue) return { rendered: null, problem: null };
    const settings = await site();
    const rendering = { site: settings, siteUrl, secret, parts: await partsOf(issue.content) };
    const render = (one: StoredIssue) =>
      renderIssue(
        { ...one, archivePath: settings.newsletter.archive === 'off' ? null : archivePathOf(one) },
        rendering,
      );
    const rendered = render(issue);
    if (!transport.isOn) return { rendered, problem: 'no-server' };
    if (settings.postalAddress === null) return { rendered, problem: 'postal-address' };
    if (isTooLong(rendered)) return { rendered, problem: 'too-long' };
    if (!entersArchive(issue, settings.newsletter.archive)) return { rendered, problem: null };
    // Before its first email, which links to the page.
    return { rendered: render((await issues.archive(issueId, true, null)) ?? issue), problem: null };
  }

  async function stop(issue: StoredProgress, stopReason: IssueStop): Promise<Turn> {
    if (await mails.update(issue, { status: 'stopped', stopReason })) {
      log('ERROR', 'the sending of an issue has stopped', { issue: issue.id, reason: stopReason });
    }
    return 'again';
  }

  const later = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const pauseMs = (failures: number): number =>
    Math.min(PAUSES_MS.longest, PAUSES_MS.first * 2 ** Math.min(failures, 10));

  /** Never throws, because the outcome of an email would then be unknown, and a person would have to decide. */
  async function submissionOf(mailId: string, mail: IssueMailText): Promise<Submission> {
    try {
      return await transport.submit({ ...mail, messageId: messageIdOf(mailId) });
    } catch (error) {
      log('ERROR', 'a mail of an issue failed', { mail: mailId, error: describeError(error) });
      return { outcome: 'unconfirmed', reply: 'The sending failed before the mail server answered' };
    }
  }

  async function submit(mail: ClaimedMail, addressee: Addressee, rendered: RenderedIssue): Promise<MailOutcome> {
    const sent = rendered.mailTo({ id: addressee.id, to: addressee.email });
    const submission = await submissionOf(mail.id, sent);
    const { headers, message } = sent;
    const fields = { to: addressee.email, ...(keepsMails && { headers, message }) };
    const known = { mail, reply: cut(submission.reply, REPLY_CHARS), fields };
    switch (submission.outcome) {
      case 'submitted': {
        const { providerId } = submission;
        return { ...known, state: 'submitted', fields: { ...fields, providerId }, isError: false };
      }
      case 'unconfirmed':
        return { ...known, state: 'unconfirmed', isError: true };
      case 'unsent':
        return mail.attempts < ATTEMPTS.unsent
          ? { ...known, state: 'queued', nextAt: later(pauseMs(mail.attempts - 1)), isUnsent: true, isError: true }
          : { ...known, state: 'refused', isError: true };
      case 'refused': {
        if (submission.isPermanent || mail.attempts >= ATTEMPTS.putOff) {
          // A refusal that a later attempt overcomes says nothing about the address.
          await noteRefusal({ email: addressee.email, mailId: mail.id, submission });
          return { ...known, state: 'refused', isError: true };
        }
        return { ...known, state: 'queued', nextAt: later(MINUTE_MS * 4 ** (mail.attempts - 1)), isError: true };
      }
    }
  }

  async function deliver(
    issue: StoredProgress,
    claimed: readonly ClaimedMail[],
    rendered: RenderedIssue,
  ): Promise<void> {
    const addressees = await mails.addresseesOf(claimed, {
      want: issue.want,
      startedAt: issue.startedAt ?? clock.now(),
    });
    const outcomes = await Promise.all(
      claimed.map(async (mail): Promise<MailOutcome> => {
        const addressee = addressees.get(mail.subscriberId);
        if (addressee) return submit(mail, addressee, rendered);
        return { mail, state: 'left-out', reply: 'Left, or is suppressed', isError: false };
      }),
    );
    const tried = outcomes.filter(({ state }) => state !== 'left-out');
    const isUnreached = tried.length > 0 && tried.every(({ isUnsent }) => isUnsent);
    const failed = outcomes.filter(({ isError }) => isError).at(-1);
    await mails.finish(
      issue.id,
      outcomes,
      {
        // No other email is tried while the server cannot be reached.
        ...(isUnreached && { failures: issue.failures + 1, notBefore: later(pauseMs(issue.failures)) }),
        ...(!isUnreached && issue.failures > 0 && { failures: 0 }),
        ...(failed && { lastReply: failed.reply }),
      },
      clock.now(),
    );
  }

  async function finish(issue: StoredProgress): Promise<Turn> {
    if (!(await mails.update(issue, { status: 'sent', finishedAt: clock.now() }))) return 'again';
    log('INFO', 'an issue was sent', { issue: issue.id, ...issue.counts });
    return 'ended';
  }

  /** The number of emails that may be sent now, or when some may. */
  async function allowedAt(now: Date, issue: StoredProgress) {
    if (issue.notBefore !== null && issue.notBefore > now) return { waitUntil: issue.notBefore };
    const rate = slowerOf(await mailsPerHour(), issue.mailsPerHour);
    if (rate === null) return { count: MAILS_AT_ONCE, pace: null };
    const known = await mails.pace();
    const allowance = allowanceOf({ mailsPerHour: rate, rateAt: known.rateAt }, now, MAILS_AT_ONCE);
    if ('waitUntil' in allowance) return allowance;
    const { count, rateAtAfter } = allowance;
    return { count, pace: { known, rateAtAfter } };
  }

  async function send(
    issue: StoredProgress,
    rendered: RenderedIssue,
    onClaimed: (count: number) => void,
  ): Promise<Turn> {
    const reason = stopOf(issue);
    if (reason) return stop(issue, reason);
    const now = clock.now();
    const allowed = await allowedAt(now, issue);
    if ('waitUntil' in allowed) {
      const isLeft = (await mails.nextAt(issue.id, ['queued', 'sending'])) !== null;
      return isLeft ? allowed : finish(issue);
    }
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await mails.claim(issue, allowed.count, { at: now, leaseUntil }, allowed.pace);
    if (claimed === null) return 'again';
    if (claimed.length > 0) {
      onClaimed(claimed.length);
      await deliver(issue, claimed, rendered);
      return 'again';
    }
    const waitUntil = await mails.nextAt(issue.id, ['queued', 'sending']);
    return waitUntil ? { waitUntil } : finish(issue);
  }

  async function turn(
    issue: StoredProgress,
    ready: () => ReturnType<typeof prepare>,
    onClaimed: (count: number) => void,
  ): Promise<Turn> {
    const now = clock.now();
    switch (issue.status) {
      case 'draft':
      case 'sent':
        return 'ended';
      case 'paused':
      case 'stopped': {
        // Its last emails may still be on their way.
        const waitUntil = await mails.nextAt(issue.id, ['sending']);
        return waitUntil ? { waitUntil } : 'ended';
      }
      case 'cancelled': {
        if ((await mails.leaveOut(issue, now)) !== 0) return 'again';
        const waitUntil = await mails.nextAt(issue.id, ['queued', 'sending']);
        if (waitUntil) return { waitUntil };
        return (await mails.update(issue, { finishedAt: now })) ? 'ended' : 'again';
      }
      case 'scheduled':
        await mails.update(issue, { status: 'queueing', startedAt: now, countsClicks: await countsClicks() });
        return 'again';
      case 'queueing':
      case 'sending': {
        const { rendered, problem } = await ready();
        if (!rendered) return 'ended';
        if (problem) return stop(issue, problem);
        if (issue.status === 'sending') return send(issue, rendered, onClaimed);
        await mails.queuePage(issue, now);
        return 'again';
      }
    }
  }

  return {
    async continueWith({ issueId, round }) {
      const endMs = clock.now().getTime() + STEP_MS;
      let count = 0;
      let prepared: ReturnType<typeof prepare> | undefined;
      const ready = () => {
        prepared ??= prepare(issueId);
        return prepared;
      };
      while (!(await mails.recover(issueId, clock.now())));
      for (;;) {
        const issue = await mails.progress(issueId);
        // A later action has its own job.
        if (issue?.round !== round) return { next: null, count };
        const outcome = await turn(issue, ready, (claimed) => {
          count += claimed;
        });
        if (outcome === 'ended') return { next: null, count };
        if (outcome !== 'again') return { next: true, count, notBefore: outcome.waitUntil };
        if (clock.now().getTime() >= endMs) return { next: true, count };
      }
    },
  };
}
