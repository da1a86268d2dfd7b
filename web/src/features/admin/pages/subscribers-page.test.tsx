// @module-tag thorough
import { type SubscriberDetails, type SubscriberImport, subscriberApi } from '@inkwell/shared/subscribers';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, hrefOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import './subscribers-page.tsx';

const ada: SubscriberDetails = {
  id: 'a'.repeat(64),
  email: 'ada@example.com',
  isConfirmed: true,
  subscribedAt: '2026-11-20T10:00:00.000Z',
  confirmedAt: '2026-11-20T10:07:00.000Z',
  wants: ['newsletter', 'digest'],
  categories: [3],
  hasAccount: true,
  labels: ['VIP', 'Early'],
  consents: [{ at: '2026-11-20T10:07:00.000Z', text: 'Please send me the newsletter.', source: 'link' }],
};
const growth = {
  confirmed: 12,
  pending: 3,
  digest: 4,
  weeks: [
    { from: '2026-11-23', joined: 5, left: 1 },
    { from: '2026-11-16', joined: 2, left: 0 },
  ],
};

function open(list: SubscriberDetails[] = [ada]) {
  const api = createFakeApi(admin)
    .on(subscriberApi.search, ({ query }) => list.filter(({ email }) => email.startsWith(query.q ?? '')))
    .on(subscriberApi.growth, () => growth);
  return renderPage('/admin/newsletter/subscribers', { viewer: admin, api });
}

/** Opens the dialog of an import that adds one person who confirmed elsewhere. */
async function openImport(result: Partial<SubscriberImport> = {}) {
  const counts = { total: 1, done: 1, added: 1, known: 0, refused: 0, refusedRows: [], ...result };
  const done = { id: 'i1', kind: 'confirmed', isDone: true, ...counts } as const;
  const app = open();
  app.api
    .on(subscriberApi.importPart, () => undefined)
    .on(subscriberApi.beginImport, () => done)
    .on(subscriberApi.importState, () => done);
  await app.user.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = await dialogNamed('Import subscribers');
  await app.user.click(dialog.getByRole('radio', { name: 'Yes, they confirmed it elsewhere' }));
  const upload = (name: string, text: string) =>
    app.user.upload(dialog.getByLabelText('CSV file'), new File([text], name, { type: 'text/csv' }));
  return { ...app, dialog, upload };
}

describe('the page of subscribers', () => {
  it('shows how many there are, who joined and left, and how each consented', async () => {
    const { user } = open();

    const name = 'Subscribers who joined and left, by week';
    const rows = await screen.findByRole('list', { name: 'Subscribers' });
    const growth = await screen.findByRole('table', { name });
    expect(rows.compareDocumentPosition(growth) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(within(growth).getByRole('row', { name: 'Nov 23 5 1' })).toBeVisible();
    const week = 'Nov 23 · New (still subscribed): 5 · Unsubscribed: 1';
    expect(screen.getByRole('slider', { name })).toHaveAttribute('aria-valuetext', week);
    expect(screen.getByText('Digest readers')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Subscribers' })).toHaveAttribute('aria-current', 'page');
    expect(hrefOf('Issues')).toBe('/admin/newsletter');
    const list = within(rows);
    for (const text of ['Newsletter and Digest, 1 of the categories', 'VIP, Early', 'has an account'])
      expect(list.getByText(text)).toBeVisible();

    const consents = list.getByRole('button', { name: 'Consents of ada@example.com' });
    await user.click(consents);
    expect(consents).toHaveAttribute('aria-expanded', 'true');
    expect(list.getByText('Please send me the newsletter.')).toBeVisible();
    await user.click(consents);
    expect(list.queryByText('Please send me the newsletter.')).toBeNull();
  });

  it('removes a subscriber after a question', async () => {
    const list = [ada];
    const { api, user, answer } = open(list);
    api.on(subscriberApi.remove, () => void list.pop());

    await user.click(await screen.findByRole('button', { name: 'Remove ada@example.com' }));
    await answer(/^Remove “/, 'Remove Subscriber');

    expect(await screen.findByText('No subscribers yet')).toBeVisible();
    expect(api.calls(subscriberApi.remove)[0]?.params).toEqual({ id: ada.id });
  });

  it('imports a file once it says how its people consented, and lists refused rows', async () => {
    const { api, user, dialog, upload } = await openImport({
      refused: 1,
      refusedRows: [{ line: 2, email: 'nobody', reason: 'This is no email address' }],
    });

    await user.click(dialog.getByRole('button', { name: 'Import' }));
    expect(dialog.getByText('Choose a file with at least one address')).toBeVisible();
    expect(dialog.getByText('Enter where these people come from')).toBeVisible();
    await upload('list.csv', 'eve@example.com\nnobody\n');
    await user.type(dialog.getByLabelText('Where do these addresses come from?'), 'Old provider');
    await user.type(dialog.getByLabelText('When did they confirm?'), '2026-01-02');
    await user.click(dialog.getByRole('button', { name: 'Import' }));

    expect(await screen.findByText(/1 person was subscribed/)).toBeVisible();
    expect(screen.getByText(/This is no email address/)).toBeVisible();
    expect(api.calls(subscriberApi.importPart)[0]?.body).toEqual({
      rows: [
        { line: 1, email: 'eve@example.com' },
        { line: 2, email: 'nobody' },
      ],
    });
    expect(api.calls(subscriberApi.beginImport)[0]?.body).toEqual({
      parts: 1,
      consent: { kind: 'confirmed', source: 'Old provider', at: '2026-01-02T00:00:00.000Z' },
      fileName: 'list.csv',
    });
  });

  it('asks for no day if each row of the file has one', async () => {
    const { api, user, dialog, upload } = await openImport();
    expect(dialog.getByLabelText('When did they confirm?')).toBeVisible();

    await upload('dated.csv', 'email,date\neve@example.com,2026-01-02\n');
    expect(await dialog.findByText('dated.csv: 1 address')).toBeVisible();
    expect(dialog.queryByLabelText('When did they confirm?')).toBeNull();
    await user.type(dialog.getByLabelText('Where do these addresses come from?'), 'Old provider');
    await user.click(dialog.getByRole('button', { name: 'Import' }));

    expect(await screen.findByText(/1 person was subscribed/)).toBeVisible();
    expect(api.calls(subscriberApi.beginImport)[0]?.body).toEqual({
      parts: 1,
      consent: { kind: 'confirmed', source: 'Old provider' },
      fileName: 'dated.csv',
    });
  });
});
