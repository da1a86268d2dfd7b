import { ISSUE_PROBLEMS, ISSUE_TEXTS } from '@inkwell/shared/newsletter-issues';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { partOf } from '../testing/parts.ts';
import { encodeIssue, NEW_ISSUE, type StoredIssue } from './newsletter-issues.converter.ts';
import type { IssueRepository, Step } from './newsletter-issues.repository.ts';
import { createNewsletterIssueService } from './newsletter-issues.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const SOON = new Date(NOW.getTime() + 60_000);
const ADMIN = { id: 'ada', role: 'admin' } as const;
const ISSUE = {
  ...encodeIssue({ ...NEW_ISSUE, subject: 'News', content: 'Hello.' }, { createdBy: 'ada', at: NOW }),
  id: 'i',
  want: 'newsletter',
  version: undefined,
} as StoredIssue;

interface Given {
  readonly issue?: Partial<StoredIssue>;
  readonly hasServer?: boolean;
  readonly postalAddress?: string | null;
  readonly isGivenUp?: boolean;
}

/** The result of an action on an issue: the fields and the job, nothing, or the refusal. */
function serviceOf({ issue = {}, hasServer = true, postalAddress = 'Kiel', isGivenUp = false }: Given) {
  const steps: unknown[] = [];
  const stored = { ...ISSUE, ...issue };
  const service = createNewsletterIssueService({
    issues: partOf<IssueRepository>({
      find: async () => stored,
      async act(_id, decide) {
        const step: Step | null = decide(stored);
        const job = step?.job?.(4);
        if (step) steps.push([step.action, step.fields, job ? (job.notBefore ?? 'now') : null]);
        return { issue: stored, job: null };
      },
      async decide() {
        steps.push('decided');
        return { issue: stored, job: null };
      },
    }),
    jobs: { find: async () => (isGivenUp ? partOf({ status: 'failed' }) : null) },
    hasServer,
    countsClicks: async () => true,
    siteUrl: 'https://site.example',
    secret: 'secret',
    clock: { now: () => NOW },
    site: async () => ({ ...DEFAULT_SITE, postalAddress }),
    shownPartsOf: async () => ({ copies: new Map(), languages: new Map() }),
  } as never);
  const answerOf = (work: Promise<unknown>) =>
    work.then(
      () => steps[0] ?? null,
      ({ message }) => message,
    );
  return { service, answerOf };
}

describe('an issue', () => {
  const [counts, since] = [
    { ...ISSUE.counts, submitted: 9, refused: 2 },
    { submitted: 9, refused: 2, errors: 3 },
  ];
  const resumed = (status: string) => [
    'issue.resume',
    { status, stopReason: null, since, failures: 0, notBefore: null },
    'now',
  ];
  const stopped = { status: 'stopped', counts, errors: 3 } as const;

  it.each<[string, Given, 'cancel' | 'resume' | 'pause', unknown]>([
    ['a draft', {}, 'cancel', null],
    ['cancelled', { issue: { status: 'cancelled' } }, 'cancel', null],
    ['sent', { issue: { status: 'sent' } }, 'cancel', ISSUE_TEXTS.notCancelled],
    [
      'scheduled',
      { issue: { status: 'scheduled' } },
      'cancel',
      ['issue.cancel', { status: 'draft', scheduledAt: null }, null],
    ],
    [
      'under way',
      { issue: { status: 'sending' } },
      'cancel',
      ['issue.cancel', { status: 'cancelled', stopReason: null, archivedAt: null }, 'now'],
    ],
    ['stopped', { issue: { ...stopped, isFrozen: true } }, 'resume', resumed('sending')],
    ['stopped while it was frozen', { issue: stopped }, 'resume', resumed('queueing')],
    ['under way', { issue: { status: 'sending' } }, 'resume', null],
    [
      'given up',
      { issue: { status: 'sending' }, isGivenUp: true },
      'resume',
      ['issue.resume', { status: 'sending' }, NOW],
    ],
    ['sent', { issue: { status: 'sent' } }, 'resume', ISSUE_TEXTS.notResumable],
    ['without a server', { issue: stopped, hasServer: false }, 'resume', ISSUE_PROBLEMS['no-server']],
    ['without an address', { issue: stopped, postalAddress: null }, 'resume', ISSUE_PROBLEMS['postal-address']],
    ['under way', { issue: { status: 'queueing' } }, 'pause', ['issue.pause', { status: 'paused' }, null]],
    ['paused', { issue: { status: 'paused' } }, 'pause', null],
    ['a draft', {}, 'pause', ISSUE_TEXTS.notPausable],
  ])('that is %s (%j): %s', async (_, given, act, expected) => {
    const { service, answerOf } = serviceOf(given);
    expect(await answerOf(service[act](ADMIN, 'i'))).toEqual(expected);
  });

  it.each<[string, Given, Date | null, unknown]>([
    [
      'now',
      {},
      null,
      ['issue.send', { status: 'queueing', startedAt: NOW, scheduledAt: null, countsClicks: true }, 'now'],
    ],
    [
      'now, if its time has come',
      {},
      NOW,
      ['issue.send', { status: 'queueing', startedAt: NOW, scheduledAt: null, countsClicks: true }, 'now'],
    ],
    ['later', {}, SOON, ['issue.schedule', { status: 'scheduled', scheduledAt: SOON }, SOON]],
    ['once at a time', { issue: { status: 'scheduled', scheduledAt: SOON } }, SOON, null],
    ['once', { issue: { status: 'sent' } }, null, null],
    ['not once it is cancelled', { issue: { status: 'cancelled' } }, null, ISSUE_TEXTS.cancelled],
    ['not without a server', { hasServer: false }, null, ISSUE_PROBLEMS['no-server']],
    ['not without an address', { postalAddress: null }, null, ISSUE_PROBLEMS['postal-address']],
  ])('is sent %s', async (_, given, time, expected) => {
    const { service, answerOf } = serviceOf(given);
    expect(await answerOf(service.send(ADMIN, 'i', time))).toEqual(expected);
  });

  it.each([
    ['cancelled', null, 'again', ISSUE_TEXTS.cancelled],
    ['cancelled', null, 'sent', 'decided'],
    ['sent', null, 'again', 'decided'],
  ] as const)('that is %s (%s) is answered: %s', async (status, finishedAt, decision, expected) => {
    const { service, answerOf } = serviceOf({ issue: { status, finishedAt } });
    expect(await answerOf(service.decide(ADMIN, 'i', { ids: ['m'], decision } as never))).toEqual(expected);
  });

  it.each([
    ['sending', null, true],
    ['cancelled', null, true],
    ['cancelled', NOW, false],
    ['sent', NOW, false],
  ] as const)('that is %s since its end (%s) does not progress: %s', async (status, finishedAt, isStandingStill) => {
    const { service } = serviceOf({ issue: { status, finishedAt }, isGivenUp: true });
    expect(await service.read(ADMIN, 'i')).toMatchObject({ isStandingStill });
  });
});
