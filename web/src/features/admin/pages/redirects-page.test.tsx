import { REDIRECT_LIMITS, REDIRECT_TEXTS, type Redirect, redirectApi } from '@inkwell/shared/redirects';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import './redirects-page.tsx';

const redirect = (from: string, to = '/posts', status: 301 | 302 = 301): Redirect => ({
  id: from.replace(/\W/g, 'x'),
  from,
  to,
  status,
  createdAt: '2026-11-20T10:00:00.000Z',
});

function open(list: Redirect[] = [], patterns: Redirect[] = []) {
  const api = createFakeApi(admin)
    .on(redirectApi.list, ({ query }) => list.filter(({ from }) => from.startsWith(query.q ?? '')))
    .on(redirectApi.patterns, () => patterns);
  return renderPage('/admin/redirects', { viewer: admin, api });
}

describe('the page of redirects', () => {
  it('lists patterns and addresses', async () => {
    open([redirect('/about-us', '/about', 302)], [redirect('/blog/*')]);

    const addresses = await screen.findByRole('list', { name: 'Redirects' });
    expect(within(addresses).getByText('to /about')).toBeVisible();
    expect(within(addresses).getByText('temporary')).toBeVisible();
    expect(within(await screen.findByRole('list', { name: 'Patterns' })).getByText('/blog/*')).toBeVisible();
  });

  it('says which address replaces a feed', async () => {
    open([redirect('/rss.xml', 'https://feeds.example/inkwell'), redirect('/about-us')]);

    const list = within(await screen.findByRole('list', { name: 'Redirects' }));
    expect(textsOf(list.getAllByRole('listitem'))).toEqual([
      expect.stringContaining('instead of the RSS feed'),
      expect.not.stringContaining('instead of'),
    ]);
  });

  it('shows errors at the field, before and after sending', { tags: 'thorough' }, async () => {
    const { api, user, refill } = open();
    api.refuse(redirectApi.create, 'conflict', REDIRECT_TEXTS.taken);
    const form = within(await screen.findByRole('form', { name: 'New redirect' }));
    const add = async (from: string, to: string) => {
      await refill(form.getByRole('textbox', { name: 'Old address' }), from);
      await refill(form.getByRole('textbox', { name: 'New address' }), to);
      await user.click(form.getByRole('button', { name: 'Add Redirect' }));
    };

    await add('/admin/x', '//evil');
    expect(form.getByText(REDIRECT_TEXTS.reserved)).toBeVisible();
    expect(form.getByText(REDIRECT_TEXTS.to)).toBeVisible();
    expect(api.calls(redirectApi.create)).toEqual([]);
    await add('/about-us', '/about');

    expect(await form.findByText(REDIRECT_TEXTS.taken)).toBeVisible();
    expect(api.calls(redirectApi.create)[0]?.body).toEqual({ from: '/about-us', to: '/about', status: 301 });
  });

  it('deletes a redirect after a question', { tags: 'thorough' }, async () => {
    const { api, user, answer } = open([redirect('/about-us')]);
    api.on(redirectApi.remove, () => undefined);

    await user.click(await screen.findByRole('button', { name: 'Delete /about-us' }));
    await answer('Delete “/about-us”?', 'Delete Redirect');

    await waitFor(() => expect(api.calls(redirectApi.remove)).toHaveLength(1));
  });

  it('imports a CSV file in batches and names the refused lines', { tags: 'thorough' }, async () => {
    const { api, user } = open();
    api.on(redirectApi.importRows, ({ body: { rows } }) => ({
      added: rows.length - 1,
      refused: [{ row: 0, reason: 'No' }],
    }));
    const lines = Array.from({ length: REDIRECT_LIMITS.imported + 10 }, (_, n) => `/old-${n},/new-${n}`);

    await user.upload(
      await screen.findByLabelText('CSV file'),
      new File([`from,to,status\n${lines.join('\n')}`], 'redirects.csv', { type: 'text/csv' }),
    );

    expect(await screen.findByText(/108 redirects are in place, 2 lines were refused/)).toBeVisible();
    expect(screen.getByText('/old-100')).toBeVisible();
    expect(api.calls(redirectApi.importRows).map(({ body }) => body.rows.length)).toEqual([100, 10]);
  });
});
