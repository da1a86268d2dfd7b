import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import {
  decodeIssue,
  decodeProgress,
  encodeIssue,
  NEW_ISSUE,
  toCard,
  toIssue,
  toIssueMail,
} from './newsletter-issues.converter.ts';
import { postTexts } from './post-text.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const FIELDS = { ...NEW_ISSUE, subject: 'S', content: 'C', previewText: 'P', mailsPerHour: 9, isInArchive: true };
const DOCUMENT = {
  ...encodeIssue(FIELDS, { createdBy: 'ada', at: at(1) }),
  scheduledAt: at(2),
  startedAt: at(3),
  finishedAt: at(4),
  updatedAt: at(5),
  lastReply: '250',
  slug: 'ä',
  counts: { audience: 1, submitted: 2, refused: 3, leftOut: 4, unconfirmed: 5 },
};

describe('an issue', () => {
  const issue = decodeIssue(documentOf('i', DOCUMENT));
  if (!issue) throw new Error('no issue');
  const card = {
    id: 'i',
    subject: 'S',
    status: 'draft',
    scheduledAt: at(2).toISOString(),
    startedAt: at(3).toISOString(),
    finishedAt: at(4).toISOString(),
    counts: DOCUMENT.counts,
    stopReason: null,
    postIds: [],
    createdAt: at(1).toISOString(),
    updatedAt: at(5).toISOString(),
  };

  it('is shown with each of its fields', () => {
    expect(toCard(issue)).toEqual(card);
    expect(toIssue(issue, true)).toEqual({
      ...card,
      previewText: 'P',
      content: 'C',
      segment: FIELDS.segment,
      mailsPerHour: 9,
      lastReply: '250',
      isStandingStill: true,
      want: 'newsletter',
      isInArchive: true,
      archivePath: null,
    });
    expect(toIssue({ ...issue, archivedAt: at(3) }, true).archivePath).toBe('/newsletter/%C3%A4');
  });

  it('is decoded as it was encoded, its progress without its text', () => {
    expect(issue).toMatchObject({
      ...FIELDS,
      want: 'newsletter',
      round: 0,
      queuedTo: null,
      isFrozen: false,
      failures: 0,
    });
    expect(decodeProgress(documentOf('i', DOCUMENT))).not.toHaveProperty('content');
    expect(decodeProgress(documentOf('i', { ...DOCUMENT, want: 'digest' }))?.want).toBe('digest');
    expect([decodeIssue(documentOf('i')), decodeProgress(documentOf('i'))]).toEqual([null, null]);
  });

  it('names the posts in its headings; a digest names none, and for an older version they are unknown', () => {
    const { postIds: _, ...older } = { ...DOCUMENT, postIds: [] };
    const tide = { id: 'p1', slug: null, title: 'Tide [1]', excerpt: null, content: 'See [more](/posts/p9).' };
    const text = postTexts([{ ...tide, featuredImage: null, coverDescription: null }], true);
    const content = `${text}\n\n### [Boats](https://site.example/posts/p2/boats?a)\n\n## [Twice](/posts/p1/x)`;
    const of = (fields: object) => {
      const found = decodeProgress(documentOf('i', fields));
      return found && toCard(found).postIds;
    };

    const document = encodeIssue({ ...FIELDS, content }, { createdBy: 'ada', at: at(1) });

    expect(of(document)).toEqual(['p1', 'p2']);
    expect([of({ ...document, want: 'digest' }), of(older)]).toEqual([[], null]);
  });

  it('has emails with their outcomes, but none in other states', () => {
    const mail = { to: 'a@example.com', reply: '550', changedAt: at(6) };
    expect(toIssueMail(documentOf('m', { ...mail, state: 'refused' }))).toEqual({
      id: 'm',
      to: 'a@example.com',
      state: 'refused',
      reply: '550',
      at: at(6).toISOString(),
    });
    expect(toIssueMail(documentOf('m', { ...mail, state: 'queued' }))).toBeNull();
  });
});
