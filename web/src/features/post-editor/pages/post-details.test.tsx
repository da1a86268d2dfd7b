// @module-tag thorough
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  keptRecords,
  openEditor,
  staffApi,
  submitButton,
  type,
  write,
  writeMarkdown,
} from '../../../test/editor-page.ts';

beforeEach(writeMarkdown);

const open = async (user: Awaited<ReturnType<typeof openEditor>>['user'], title: string) =>
  user.click(screen.getByText(title));
const field = (name: string) => screen.getByRole('textbox', { name });

describe('the details of a post for search engines and chats', () => {
  it('are sent with the post, and stored with its draft', async () => {
    const api = staffApi();
    const { user } = await openEditor(api);
    write('Tides', 'They write twice a day.');
    await open(user, 'Address and search engines');
    expect(field('Address')).toHaveAttribute('placeholder', 'tides');
    type(field('Address'), 'ebb-and-flow');
    type(field('Title for search engines'), 'Tides, explained');
    await user.click(screen.getByRole('checkbox', { name: 'Show first on its category, tag and author pages' }));
    await user.click(screen.getByRole('checkbox', { name: 'Formulas' }));
    await open(user, 'Social sharing');
    const card = screen.getByRole('figure', { name: 'How a link to this post looks' });
    // The defaults of the page.
    expect(within(card).getByText(`Tides · ${DEFAULT_SITE.name}`)).toBeVisible();
    expect(within(card).getByText('They write twice a day.')).toBeVisible();
    expect(card.querySelector('img')).toHaveAttribute('src', '/card.png');
    type(field('Title of the card'), 'Read this');

    expect(within(card).getByText('Read this')).toBeVisible();
    await waitFor(() => expect(JSON.stringify(keptRecords())).toContain('ebb-and-flow'));
    await user.click(submitButton());

    await waitFor(() =>
      expect(api.calls(postApi.create)[0]?.body).toMatchObject({
        slug: 'ebb-and-flow',
        searchTitle: 'Tides, explained',
        isFeatured: true,
        math: true,
        cardTitle: 'Read this',
        canonicalUrl: null,
      }),
    );
  });

  it('open again if a field has an error, which gets the focus', async () => {
    const api = staffApi();
    const { user } = await openEditor(api);
    write('Tides', 'They write twice a day.');
    await open(user, 'Address and search engines');
    type(field('Address of the original'), 'example.org');
    await open(user, 'Address and search engines');
    expect(screen.queryByRole('textbox', { name: 'Address of the original' })).not.toBeInTheDocument();

    await user.click(submitButton());

    await waitFor(() => expect(field('Address of the original')).toHaveFocus());
    expect(field('Address of the original')).toHaveAccessibleDescription(/must begin with https/);
    expect(api.calls(postApi.create)).toEqual([]);
  });
});
