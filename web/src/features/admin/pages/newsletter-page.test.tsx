import { categoryApi } from '@inkwell/shared/categories';
import { type MailSender, mailApi } from '@inkwell/shared/mail';
import { ISSUE_PROBLEMS, type Issue, newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_NEWSLETTER_SETTINGS, DEFAULT_SETTINGS, type Settings, settingsApi } from '@inkwell/shared/settings';
import { trafficApi } from '@inkwell/shared/traffic';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, hrefOf, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin, sampleIssue, samplePostCard } from '../../../test/samples.ts';
import './newsletter-page.tsx';
import './newsletter-issue-page.tsx';

const results = { issueId: 'i1', subject: sampleIssue().subject, submitted: 3, refused: 0 };

function open(path: string, issue: Issue = sampleIssue(), settings: Partial<Settings> = {}) {
  let now = issue;
  const api = createFakeApi(admin)
    .on(newsletterIssueApi.list, () => [now])
    .on(newsletterIssueApi.read, () => now)
    .on(newsletterIssueApi.audience, () => ({ count: 1_234, isAtLeast: false }))
    .on(newsletterIssueApi.mails, () => [])
    .on(trafficApi.issue, () => ({ ...results, left: 1, clicks: [{ url: 'https://example.org/a', clicks: 12 }] }))
    .on(categoryApi.list, () => [])
    .on(settingsApi.read, () => ({ ...DEFAULT_SETTINGS, ...settings }));
  const change = (more: Partial<Issue>): Issue => {
    now = { ...now, ...more };
    return now;
  };
  return { ...renderPage(path, { viewer: admin, api }), change };
}

const sender: MailSender = {
  address: 'noreply@example.org',
  domain: 'example.org',
  checkedAt: '2026-11-26T10:00:00.000Z',
  records: [
    { kind: 'spf', state: 'found', name: 'example.org', value: 'v=spf1 -all', text: 'example.org has an SPF record.' },
    { kind: 'dkim', state: 'not-set', name: null, value: null, text: 'Not looked up: no DKIM selector is set.' },
    { kind: 'dmarc', state: 'missing', name: '_dmarc.example.org', value: null, text: 'Add the TXT record v=DMARC1.' },
  ],
};

const senderLine = () => screen.getByText(/^Sender/, { selector: 'summary' });

const ISSUE = '/admin/newsletter/issue?issue=i1';

describe('the newsletter', () => {
  it('lists its issues with their results', async () => {
    const counts = { audience: 1_000, submitted: 990, refused: 7, leftOut: 1, unconfirmed: 2 };
    open('/admin/newsletter', sampleIssue({ status: 'sent', startedAt: '2026-11-21T10:00:00.000Z', counts }));

    const list = within(await screen.findByRole('list', { name: 'Issues' }));
    expect(hrefOf('News of the harbour', list)).toBe(ISSUE);
    expect(list.getByText(/990 of 1,000 emails accepted by the mail server, 2 unconfirmed/)).toBeVisible();
    expect(list.getByText('Sent')).toBeVisible();
  });

  it('offers a public page only if the settings allow it, and only for issues to everybody', async () => {
    const settings = { newsletter: { ...DEFAULT_NEWSLETTER_SETTINGS, archive: 'on' } } as const;
    const { api, user, change } = open(ISSUE, sampleIssue(), settings);
    api.on(newsletterIssueApi.change, ({ body }) => change(body as Partial<Issue>));

    const box = await screen.findByRole('switch', { name: /^Add to the public archive/ });
    expect(box).toBeChecked();
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Issue saved')).toBeVisible();
    expect(api.calls(newsletterIssueApi.change)[0]?.body).toMatchObject({ isInArchive: false });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Accounts' }), 'with');
    expect(box).toBeDisabled();
    expect(box).not.toBeChecked();
  });

  it('shows the public page of a sent issue, and removes it', async () => {
    const settings = { newsletter: { ...DEFAULT_NEWSLETTER_SETTINGS, archive: 'each' } } as const;
    const { api, user, change } = open(
      ISSUE,
      sampleIssue({ status: 'sent', archivePath: '/newsletter/news' }),
      settings,
    );
    api.on(newsletterIssueApi.archive, () => change({ archivePath: null }));

    expect(await screen.findByRole('link', { name: '/newsletter/news' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove from Archive' }));

    expect(await screen.findByRole('button', { name: 'Add to Archive' })).toBeVisible();
    expect(api.calls(newsletterIssueApi.archive)[0]?.body).toEqual({ isInArchive: false });
  });

  it('shows who unsubscribed because of an issue, and its clicks if they were counted', async () => {
    const times = { startedAt: '2026-11-21T10:00:00.000Z', finishedAt: '2026-11-21T10:01:00.000Z' };
    const { api, client } = open(ISSUE, sampleIssue({ status: 'sent', ...times }));
    const region = within(await screen.findByRole('region', { name: 'Results' }));
    expect(await region.findByText('1 person unsubscribed with its link.')).toBeVisible();
    expect(region.getByRole('listitem')).toHaveTextContent('https://example.org/a12 clicks');

    api.on(trafficApi.issue, () => ({ ...results, left: 2, clicks: null }));
    await act(() => client.refetchQueries());

    const uncounted = '2 people unsubscribed with its link. Clicks were not counted for this issue.';
    expect(await region.findByText(uncounted)).toBeVisible();
  });

  it('says which records of the sender are missing, and what to do, before an issue is sent', async () => {
    const { api, user } = open('/admin/newsletter');
    api.on(mailApi.sender, () => sender);

    // The line has the most urgent record, the list below it all of them.
    await waitFor(() => expect(senderLine()).toHaveTextContent('Sender DMARC missing'));
    await user.click(senderLine());
    expect(screen.getByText('SPF found')).toBeVisible();
    expect(screen.getByText('DKIM not checked')).toBeVisible();
    expect(screen.getByText(/Add the TXT record v=DMARC1/)).toBeVisible();
    expect(screen.getByText('noreply@example.org')).toBeVisible();
    expect(screen.getByText(/v=spf1 -all/)).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'News of the harbour' }));
    await user.click(await screen.findByRole('button', { name: 'Send...' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Providers may reject these emails:')).toBeVisible();
    expect(dialog.getByText(/Add the TXT record v=DMARC1/)).toBeVisible();
    expect(dialog.queryByText(/Not looked up/)).not.toBeInTheDocument();
  });

  it('offers to repeat a failed lookup of the records', { tags: 'thorough' }, async () => {
    const { api, user } = open('/admin/newsletter');
    api.refuse(mailApi.sender, 'internal');

    expect(
      await screen.findByText('The records of the sender could not be loaded', {}, { timeout: 10_000 }),
    ).toBeVisible();
    api.on(mailApi.sender, () => sender);
    await user.click(screen.getByRole('button', { name: /try again/i }));
    await waitFor(() => expect(senderLine()).toHaveTextContent('Sender DMARC missing'));
  });

  it('writes an issue as a letter, and counts what inboxes show', async () => {
    const { refill } = open(ISSUE);

    const preview = await screen.findByRole('textbox', { name: 'Preview text' });
    await refill(preview, 'Boats and tides');

    expect(preview).toHaveAccessibleDescription('15 of 90 characters that most inboxes show after the subject');
    expect(screen.getByPlaceholderText('Write your letter. Markdown works here.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Issue' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('saves an issue based on the displayed version, and says who gets it', { tags: 'thorough' }, async () => {
    const { api, user, refill, change } = open(ISSUE);
    api.on(newsletterIssueApi.change, ({ body }) =>
      change({ subject: body.subject ?? '', updatedAt: '2026-11-20T11:00:00.000Z' }),
    );

    const subject = await screen.findByRole('textbox', { name: 'Subject' });
    expect(await screen.findByText('1,234 subscribers get this')).toBeVisible();
    await refill(subject, 'Other news');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Issue saved')).toBeVisible();
    expect(api.calls(newsletterIssueApi.change)[0]?.body).toMatchObject({
      subject: 'Other news',
      base: '2026-11-20T10:00:00.000Z',
    });
  });

  it('keeps the input when somebody else changed the issue', { tags: 'thorough' }, async () => {
    const { api, user } = open(ISSUE);
    const theirs = sampleIssue({ content: 'Theirs', updatedAt: '2026-11-20T12:00:00.000Z' });
    api.refuse(newsletterIssueApi.change, 409, JSON.stringify(theirs));

    const subject = await screen.findByRole('textbox', { name: 'Subject' });
    await user.type(subject, '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Somebody else changed this issue')).toBeVisible();
    expect(subject).toHaveValue('News of the harbour!');
    api.on(newsletterIssueApi.change, () => theirs);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.calls(newsletterIssueApi.change)).toHaveLength(2));
    expect(api.calls(newsletterIssueApi.change)[1]?.body).toMatchObject({ base: theirs.updatedAt });
  });

  it('sends an issue after saying to how many people, and says why it cannot', { tags: 'thorough' }, async () => {
    const { api, user, answer, change } = open(ISSUE);
    api.refuse(newsletterIssueApi.send, 409, ISSUE_PROBLEMS['postal-address']);

    await user.click(await screen.findByRole('button', { name: 'Send...' }));
    expect(await (await dialogNamed('Send Issue')).findByText(/goes to 1,234 subscribers/)).toBeVisible();
    await answer('Send Issue', 'Send Now');
    expect(await screen.findByText(ISSUE_PROBLEMS['postal-address'])).toBeVisible();

    const counts = { audience: 10, submitted: 4, refused: 0, leftOut: 0, unconfirmed: 0 };
    api.on(newsletterIssueApi.send, () => change({ status: 'sending', counts }));
    await answer('Send Issue', 'Send Now');

    expect(await screen.findByText('4 of 10 emails done.')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Emails processed' })).toHaveAttribute('value', '4');
    api.on(newsletterIssueApi.pause, () => change({ status: 'paused' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused. No more emails are sent.')).toBeVisible();
  });

  it('shows the mail on a desktop, on a phone, in the dark and as text, without scripts', async () => {
    const { api, user } = open(ISSUE);
    const html = '<html><head></head><body>Hello</body></html>';
    const mail = { html, text: 'Hello as text', bytes: 4_200, problem: 'postal-address' } as const;
    api.on(newsletterIssueApi.preview, () => mail);

    await user.click(await screen.findByRole('button', { name: 'Preview' }));
    const dialog = await dialogNamed('Preview');
    const frame = await dialog.findByTitle('The mail: Desktop');

    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(frame.getAttribute('srcdoc')).toContain('Hello');
    expect(hrefOf('Add Postal Address', dialog)).toBe('/admin/settings#postalAddress');
    for (const view of ['Phone', 'Dark']) {
      await user.click(dialog.getByRole('button', { name: view }));
      expect(dialog.getByTitle(`The mail: ${view}`)).toBeVisible();
    }
    await user.click(dialog.getByRole('button', { name: 'Text' }));
    expect(dialog.getByText('Hello as text')).toBeVisible();
  });

  it('lets a person decide about unconfirmed emails, and says why sending stopped', { tags: 'thorough' }, async () => {
    const counts = { audience: 300, submitted: 180, refused: 20, leftOut: 0, unconfirmed: 1 };
    const stopped = sampleIssue({ status: 'stopped', stopReason: 'refusals', lastReply: '550 No', counts });
    const { api, user, change } = open(ISSUE, stopped);
    const mail = { id: 'm1', to: 'ada@example.com', state: 'unconfirmed', reply: null, at: '2026-11-20T12:00:00.000Z' };
    api.on(newsletterIssueApi.mails, ({ query }) => (query.state === 'unconfirmed' ? [mail as never] : []));
    api.on(newsletterIssueApi.decide, () => change({ counts: { ...counts, submitted: 181, unconfirmed: 0 } }));

    const why = /5% of the emails or more were refused. The mail server said last: 550 No/;
    expect(await screen.findByText(why)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Count the mail to ada@example.com as sent' }));

    await waitFor(() => expect(screen.queryByText('ada@example.com')).toBeNull());
    expect(api.calls(newsletterIssueApi.decide)[0]?.body).toEqual({ ids: ['m1'], decision: 'submitted' });
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  it('adds posts by publication, newest first, by search or since the last issue', async () => {
    const post = (id: string, day: number) =>
      samplePostCard({ id, title: `Post ${id}`, publishedAt: `2026-11-${day}T10:00:00.000Z` });
    const { api, user } = open('/admin/newsletter/issue?issue=draft', sampleIssue({ id: 'draft' }));
    api
      .on(newsletterIssueApi.list, () => [
        sampleIssue(),
        sampleIssue({ status: 'sent', startedAt: '2026-11-15T10:00:00.000Z' }),
      ])
      .on(postApi.list, () => ({ items: [post('c', 20), post('b', 16), post('a', 10)], total: 30, nextCursor: 'next' }))
      .on(postApi.adminList, () => [post('a', 10), post('b', 16)])
      .on(newsletterIssueApi.postText, () => ({ title: 'T', content: 'Words' }));
    await user.click(await screen.findByRole('button', { name: 'Add Posts' }));
    const dialog = await dialogNamed('Add Posts');
    await dialog.findByRole('checkbox', { name: 'Post c' });
    const shown = () => textsOf(dialog.getAllByText(/^Post [abc]$/));

    expect(shown()).toEqual(['Post c', 'Post b', 'Post a']);
    expect(dialog.getByText('Nov 20, 2026')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Show More' })).toBeVisible();
    const since = await dialog.findByRole('checkbox', { name: 'Since the last issue (Nov 15, 2026)' });
    await user.click(since);
    expect(shown()).toEqual(['Post c', 'Post b']);
    expect(dialog.queryByRole('button', { name: 'Show More' })).toBeNull();

    await user.type(dialog.getByLabelText('Find published posts'), 'post');
    await waitFor(() => expect(shown()).toEqual(['Post b']));
    expect(api.calls(postApi.adminList)[0]?.query).toMatchObject({ status: 'published', q: 'post' });
    await user.click(since);
    expect(shown()).toEqual(['Post b', 'Post a']);
  });

  it('about a post begins with its text, is saved by Send..., and then asks its question', async () => {
    const { api, user } = open('/admin/newsletter/issue?post=p1');
    api
      .on(newsletterIssueApi.postText, () => ({ title: 'Tides', content: '## [Tides](/posts/p1)' }))
      .on(newsletterIssueApi.create, () => sampleIssue({ id: 'made', subject: 'Tides' }))
      .on(newsletterIssueApi.read, () => sampleIssue({ id: 'made', subject: 'Tides' }));

    expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('Tides');
    await user.click(screen.getByRole('button', { name: 'Send...' }));
    const now = (await dialogNamed('Send Issue')).getByRole('button', { name: 'Send Now' });
    await waitFor(() => expect(api.calls(newsletterIssueApi.create)).toHaveLength(1));
    await screen.findByRole('heading', { name: 'Edit Issue', hidden: true });
    expect(now).toBeVisible();
  });
});
