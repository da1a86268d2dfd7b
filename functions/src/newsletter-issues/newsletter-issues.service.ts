import { AppError } from '@inkwell/shared/errors';
import {
  ISSUE_LIMITS,
  ISSUE_PROBLEMS,
  ISSUE_TEXTS,
  type Issue,
  type IssueCard,
  type IssueDecision,
  type IssueInput,
  type IssueMail,
  type IssuePatch,
  type IssuePreview,
  type IssueProblem,
  type IssueSegment,
} from '@inkwell/shared/newsletter-issues';
import { type Actor, isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage, toPageBy } from '../common/paging.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { addressIdOf } from '../mail/tokens.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import { type IssueText, isTooLong, renderIssue } from './issue-mail.ts';
import type { IssueMailRepository } from './issue-mails.repository.ts';
import type { ReadIssueParts } from './issue-parts.ts';
import { NEW_ISSUE, type StoredIssue, toCard, toIssue } from './newsletter-issues.converter.ts';
import type { IssueRepository, Step } from './newsletter-issues.repository.ts';
import { postTexts } from './post-text.ts';
import { sendJob, sendJobId } from './send.job.ts';

const DAY_MS = 24 * 3_600_000;

/** All methods throw AppError `forbidden` unless an admin asks, and `not-found` for an unknown issue. */
export interface NewsletterIssueService {
  /** Newest first. */
  list(viewer: Viewer, page: PageRequest): Promise<Page<IssueCard>>;
  create(actor: Actor, id: string, input: IssueInput): Promise<Issue>;
  read(viewer: Viewer, id: string): Promise<Issue>;
  /** @throws AppError `conflict` with the stored issue */
  change(actor: Actor, id: string, patch: IssuePatch): Promise<Issue>;
  /** Safe to repeat. @throws AppError `conflict` unless it is a draft */
  remove(actor: Actor, id: string): Promise<void>;
  /** Emails it to the actor. @throws AppError `conflict` if it could not be sent */
  test(actor: Actor, id: string, mailId: string): Promise<{ to: string }>;
  /** Safe to repeat. @throws AppError `conflict` if it cannot be sent; `bad-request` for a time too far ahead */
  send(actor: Actor, id: string, at: Date | null): Promise<Issue>;
  /** Safe to repeat. @throws AppError `conflict`, like the two methods below */
  pause(actor: Actor, id: string): Promise<Issue>;
  resume(actor: Actor, id: string): Promise<Issue>;
  cancel(actor: Actor, id: string): Promise<Issue>;
  /** Safe to repeat. @throws AppError `conflict` for an issue that may not be in the archive */
  archive(actor: Actor, id: string, isInArchive: boolean): Promise<Issue>;
  /** Newest first. */
  mails(viewer: Viewer, id: string, state: IssueMail['state'], page: PageRequest): Promise<Page<IssueMail>>;
  /** Safe to repeat. @throws AppError `conflict` for a cancelled issue */
  decide(actor: Actor, id: string, decision: IssueDecision): Promise<Issue>;
  audience(viewer: Viewer, segment: IssueSegment): Promise<{ count: number; isAtLeast: boolean }>;
  preview(viewer: Viewer, text: IssueText): Promise<IssuePreview>;
  /** Published posts in this order as Markdown. */
  postText(
    viewer: Viewer,
    ids: readonly string[],
    isWhole: boolean,
  ): Promise<{ title: string | null; content: string }>;
}

interface Dependencies {
  readonly issues: IssueRepository;
  readonly mails: Pick<IssueMailRepository, 'list' | 'countAudience'>;
  readonly jobs: Pick<JobTable, 'find'>;
  readonly beginJob: (id: string) => Promise<void>;
  /** Submits an email that was queued for one person. */
  readonly deliverNow: (mailId: string) => Promise<void>;
  readonly hasServer: boolean;
  /** For previews in a browser. Stores nothing. */
  readonly shownPartsOf: ReadIssueParts;
  /** For sending. */
  readonly mailedPartsOf: ReadIssueParts;
  readonly findPost: (id: string) => Promise<StoredPost | null>;
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null }>;
  readonly site: () => Promise<SiteSettings>;
  /** Whether links in issues count clicks. */
  readonly countsClicks: () => Promise<boolean>;
  readonly siteUrl: string;
  readonly secret: string;
  readonly clock: Clock;
}

const TEST_SUBJECT = '[Test] ';

export function createNewsletterIssueService(dependencies: Dependencies): NewsletterIssueService {
  const { issues, mails, jobs, beginJob, deliverNow, hasServer } = dependencies;
  const { shownPartsOf, mailedPartsOf, findPost, addressOf, site, siteUrl, secret, clock } = dependencies;

  function check(viewer: Viewer): asserts viewer is Actor {
    if (!isAdmin(viewer)) throw new AppError('forbidden');
  }

  const render = async (text: IssueText, partsOf = shownPartsOf) => {
    const settings = await site();
    const parts = await partsOf(text.content);
    return { settings, rendered: renderIssue(text, { site: settings, siteUrl, secret, parts }) };
  };

  /** Why a text could not be sent; null if it could. */
  function problemOf({ settings, rendered }: Awaited<ReturnType<typeof render>>): IssueProblem | null {
    if (settings.postalAddress === null) return 'postal-address';
    if (!hasServer) return 'no-server';
    return isTooLong(rendered) ? 'too-long' : null;
  }

  function checkSendable(made: Awaited<ReturnType<typeof render>>): void {
    const problem = problemOf(made);
    if (problem !== null) throw new AppError('conflict', ISSUE_PROBLEMS[problem]);
  }

  async function found(id: string): Promise<StoredIssue> {
    const issue = await issues.find(id);
    if (!issue) throw new AppError('not-found');
    return issue;
  }

  /** Whether it is being sent and its job was given up. */
  async function isStandingStill({ id, round, status, finishedAt }: StoredIssue): Promise<boolean> {
    const isUnderWay =
      status === 'scheduled' ||
      status === 'queueing' ||
      status === 'sending' ||
      (status === 'cancelled' && finishedAt === null);
    return isUnderWay && (await jobs.find(sendJobId({ issueId: id, round })))?.status === 'failed';
  }

  const shown = async (issue: StoredIssue): Promise<Issue> => toIssue(issue, await isStandingStill(issue));

  /** An issue after an action, whose job has run for a few seconds. */
  async function after(id: string, done: Awaited<ReturnType<IssueRepository['act']>>): Promise<Issue> {
    if (!done) throw new AppError('not-found');
    if (done.job === null) return shown(done.issue);
    await beginJob(done.job);
    return shown(await found(id));
  }

  /** Applies the result of `decide` to an issue, and starts its job. */
  async function act(
    actor: Actor,
    id: string,
    decide: (issue: StoredIssue, now: Date, job: (notBefore?: Date) => NonNullable<Step['job']>) => Step | null,
  ): Promise<Issue> {
    const now = clock.now();
    const done = await issues.act(
      id,
      (issue) => {
        const job = (notBefore?: Date) => (round: number) =>
          sendJob(
            { issueId: id, round },
            { createdBy: actor.id, about: issue.subject, ...(notBefore && { notBefore }) },
          );
        return decide(issue, now, job);
      },
      { actorId: actor.id, at: now },
    );
    return after(id, done);
  }

  return {
    async list(viewer, page) {
      check(viewer);
      const { items, total } = await issues.list(page);
      return toPage(items.map(toCard), total, page);
    },

    async create(actor, id, input) {
      check(actor);
      const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const { subject, content } = input;
      const fields = { ...NEW_ISSUE, ...changes, subject, content };
      return shown(await issues.create(id, fields, { actorId: actor.id, at: clock.now() }));
    },

    async read(viewer, id) {
      check(viewer);
      return shown(await found(id));
    },

    async change(actor, id, patch) {
      check(actor);
      const outcome = await issues.change(id, patch, clock.now());
      if (outcome.kind === 'not-found') throw new AppError('not-found');
      const issue = await shown(outcome.issue);
      if (outcome.kind === 'conflict') throw new AppError('conflict', undefined, { body: issue });
      return issue;
    },

    async remove(actor, id) {
      check(actor);
      const isGone = await issues.remove(id, { actorId: actor.id, at: clock.now() });
      if (!isGone) throw new AppError('conflict', ISSUE_TEXTS.kept);
    },

    async test(actor, id, mailId) {
      check(actor);
      const issue = await found(id);
      const made = await render(
        { ...issue, subject: `${TEST_SUBJECT}${issue.subject}`, countsClicks: false },
        mailedPartsOf,
      );
      checkSendable(made);
      const { email: to } = await addressOf(actor.id);
      if (to === null) throw new AppError('conflict', ISSUE_TEXTS.noAddress);
      const at = clock.now();
      const mail = made.rendered.mailTo({ id: addressIdOf(to), to });
      await issues.queueTest(mailId, mail, { at, expireAt: new Date(at.getTime() + DAY_MS) });
      await deliverNow(mailId);
      return { to };
    },

    async send(actor, id, at) {
      check(actor);
      const now = clock.now();
      if (at !== null && at.getTime() > now.getTime() + ISSUE_LIMITS.aheadDays * DAY_MS)
        throw new AppError('bad-request', ISSUE_TEXTS.tooFarAhead);
      const isOpen = ({ status }: StoredIssue) => status === 'draft' || status === 'scheduled';
      const before = await found(id);
      if (isOpen(before)) checkSendable(await render(before));
      const later = at !== null && at > now ? at : null;
      const countsClicks = await dependencies.countsClicks();
      return act(actor, id, (issue, startedAt, job) => {
        if (issue.status === 'cancelled') throw new AppError('conflict', ISSUE_TEXTS.cancelled);
        if (!isOpen(issue)) return null;
        if (later === null) {
          const fields = { status: 'queueing', startedAt, scheduledAt: null, countsClicks };
          return { fields, action: 'issue.send', job: job() };
        }
        const isSame = issue.status === 'scheduled' && issue.scheduledAt?.getTime() === later.getTime();
        if (isSame) return null;
        const fields = { status: 'scheduled', scheduledAt: later };
        return { fields, action: 'issue.schedule', job: job(later) };
      });
    },

    async pause(actor, id) {
      check(actor);
      return act(actor, id, ({ status }) => {
        if (status === 'paused') return null;
        if (status !== 'queueing' && status !== 'sending') throw new AppError('conflict', ISSUE_TEXTS.notPausable);
        return { fields: { status: 'paused' }, action: 'issue.pause' };
      });
    },

    async resume(actor, id) {
      check(actor);
      const before = await found(id);
      const isLeft = await isStandingStill(before);
      const isHalted = ({ status }: StoredIssue) => status === 'paused' || status === 'stopped';
      if (isHalted(before)) checkSendable(await render(before));
      return act(actor, id, (issue, now, job) => {
        const { status, isFrozen, counts, errors } = issue;
        const isGoing = status === 'queueing' || status === 'sending';
        if (isGoing && !isLeft) return null;
        if (isLeft && issue.round === before.round && !isHalted(issue))
          return { fields: { status }, action: 'issue.resume', job: job(issue.scheduledAt ?? now) };
        if (!isHalted(issue)) throw new AppError('conflict', ISSUE_TEXTS.notResumable);
        const since = { submitted: counts.submitted, refused: counts.refused, errors };
        const fields = {
          status: isFrozen ? 'sending' : 'queueing',
          stopReason: null,
          since,
          failures: 0,
          notBefore: null,
        };
        return { fields, action: 'issue.resume', job: job() };
      });
    },

    async cancel(actor, id) {
      check(actor);
      return act(actor, id, ({ status }, _now, job) => {
        if (status === 'draft' || status === 'cancelled') return null;
        if (status === 'sent') throw new AppError('conflict', ISSUE_TEXTS.notCancelled);
        const action = 'issue.cancel';
        if (status === 'scheduled') return { fields: { status: 'draft', scheduledAt: null }, action };
        return { fields: { status: 'cancelled', stopReason: null, archivedAt: null }, action, job: job() };
      });
    },

    async archive(actor, id, isInArchive) {
      check(actor);
      const issue = await issues.archive(id, isInArchive, { actorId: actor.id, at: clock.now() });
      if (!issue) throw new AppError('not-found');
      if (isInArchive && issue.archivedAt === null) throw new AppError('conflict', ISSUE_TEXTS.notArchivable);
      return shown(issue);
    },

    async mails(viewer, id, state, page) {
      check(viewer);
      await found(id);
      const { items, total } = await mails.list(id, state, page);
      return toPageBy(items, total, page, ({ at }) => at);
    },

    async decide(actor, id, decision) {
      check(actor);
      const before = await found(id);
      if (before.status === 'cancelled' && decision.decision === 'again')
        throw new AppError('conflict', ISSUE_TEXTS.cancelled);
      const job = (round: number) => sendJob({ issueId: id, round }, { createdBy: actor.id, about: before.subject });
      return after(id, await issues.decide(id, decision, job, { actorId: actor.id, at: clock.now() }));
    },

    async audience(viewer, segment) {
      check(viewer);
      return mails.countAudience(segment);
    },

    async preview(viewer, text) {
      check(viewer);
      const made = await render(text);
      const { message } = made.rendered.mailTo({ id: addressIdOf('you@example.com'), to: 'you@example.com' });
      return { html: message.html, text: message.text, bytes: made.rendered.bytes, problem: problemOf(made) };
    },

    async postText(viewer, ids, isWhole) {
      check(viewer);
      const found = await Promise.all([...new Set(ids)].map(findPost));
      const posts = found.filter((post) => post !== null).filter(({ isPublished }) => isPublished);
      return { title: posts[0]?.title ?? null, content: postTexts(posts, isWhole) };
    },
  };
}
