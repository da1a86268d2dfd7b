import { type ContentExport, exportApi } from '@inkwell/shared/exports';
import { type ContentImport, importApi } from '@inkwell/shared/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeImportFile } from '../../../lib/firebase-storage.ts';
import { hrefOf, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import './import-page.tsx';
import './export-page.tsx';

vi.mock('../../../lib/firebase-storage.ts', () => ({ storeImportFile: vi.fn() }));

const AT = '2026-11-20T10:00:00.000Z';

const imported = (fields: Partial<ContentImport> = {}): ContentImport => ({
  id: 'i1',
  kind: 'ghost',
  name: 'site.json',
  state: 'ready',
  counts: { post: 2, page: 1 },
  reports: {},
  reportParts: 0,
  done: 0,
  total: 3,
  fault: null,
  problem: null,
  continuesAt: null,
  createdAt: AT,
  updatedAt: AT,
  expiresAt: AT,
  ...fields,
});
const exported = (fields: Partial<ContentExport> = {}): ContentExport => ({
  state: 'none',
  requestedAt: null,
  files: 0,
  bytes: null,
  url: null,
  expiresAt: null,
  problem: null,
  ...fields,
});

beforeEach(() => {
  let count = 0;
  vi.mocked(storeImportFile)
    .mockReset()
    .mockImplementation(async () => `upload-${++count}`);
});

/** A publication with one import, which changes with each call. */
function openImport(first: ContentImport | null) {
  let stored = first;
  const change = (fields: Partial<ContentImport>) => {
    stored = imported({ ...stored, ...fields });
    return stored;
  };
  const api = createFakeApi(admin)
    .on(importApi.list, () => (stored ? [stored] : []))
    .on(importApi.state, () => stored ?? imported())
    .on(importApi.create, () => change({}))
    .on(importApi.start, () => change({ state: 'done', done: 3 }))
    .on(importApi.pause, () => change({ state: 'paused' }))
    .on(importApi.cancel, () => change({ state: 'discarded' }))
    .on(importApi.report, () => [
      { reason: 'not-public' as const, text: 'It was for members.', about: 'Secret', address: '/secret' },
    ]);
  return renderPage('/admin/import', { viewer: admin, api });
}

const json = (name: string) => new File(['{}'], name, { type: 'application/json' });

describe('the page of imports', () => {
  it('says that there are no subscribers if all of them have left', { tags: 'thorough' }, async () => {
    openImport(imported({ counts: { subscriber: 0, 'former-subscriber': 2 } }));

    const contents = within(await screen.findByRole('list', { name: 'Contents' })).getAllByRole('listitem');

    expect(textsOf(contents)).toEqual(['0 subscribers', '2 people who left and stay unsubscribed']);
  });

  it('uploads the files of a site, shows a preview, and imports it', async () => {
    const { api, user } = openImport(null);

    await user.upload(await screen.findByLabelText('Export (JSON)'), json('site.json'));
    await user.upload(screen.getByLabelText('Members (CSV)'), json('members.csv'));
    await user.type(screen.getByLabelText('Old site’s URL'), 'https://old.example');
    await user.click(screen.getByRole('button', { name: 'Check File' }));

    expect(await screen.findByRole('heading', { name: 'Contents of site.json' })).toBeVisible();
    const contents = within(screen.getByRole('list', { name: 'Contents' })).getAllByRole('listitem');
    expect(textsOf(contents)).toEqual(['2 posts', '1 page']);
    expect(api.calls(importApi.create)[0]?.body).toEqual({
      kind: 'ghost',
      name: 'site.json',
      file: 'upload-1',
      members: 'upload-2',
      fetch: false,
      redirects: null,
      pictures: null,
      site: 'https://old.example',
    });

    await user.click(screen.getByRole('button', { name: 'Start Import' }));

    expect(await screen.findByRole('heading', { name: 'site.json is imported' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'New Import' }));
    expect(await screen.findByRole('form', { name: 'New import' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'Other imports' })).toHaveTextContent('site.json');
  });

  it('shows at the field what is missing, and keeps the selection when an upload fails', {
    tags: 'thorough',
  }, async () => {
    const { api, user } = openImport(null);
    vi.mocked(storeImportFile).mockRejectedValueOnce(new TypeError('Failed to fetch'));

    await user.click(await screen.findByRole('button', { name: 'Check File' }));
    expect(screen.getByText('Choose a file')).toBeVisible();

    await user.upload(screen.getByLabelText('Export (JSON)'), json('site.json'));
    await user.click(screen.getByRole('button', { name: 'Check File' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check File' })).toHaveFocus());
    expect(screen.getByText(/^site\.json/)).toBeVisible();
    expect(api.calls(importApi.create)).toEqual([]);
  });

  it('shows only fields that fit the kind', { tags: 'thorough' }, async () => {
    const { user } = openImport(null);

    await user.click(await screen.findByRole('radio', { name: 'Subscribers' }));

    expect(screen.getByLabelText('List (CSV)')).toBeInTheDocument();
    expect(screen.queryByLabelText('Members (CSV)')).toBeNull();
    expect(screen.queryByLabelText('Old site’s URL')).toBeNull();
  });

  it('says when an interrupted import continues', async () => {
    openImport(imported({ state: 'running', done: 1, continuesAt: new Date(2026, 10, 20, 14, 2).toISOString() }));

    expect(await screen.findByText(/^1 of 3 records are imported\. This continues at 14:02,/)).toBeVisible();
  });

  it('shows issues to look at, and the report', { tags: 'thorough' }, async () => {
    const { user } = openImport(imported({ reports: { 'not-public': 1 }, reportParts: 1 }));

    expect(await screen.findByText('Not public, imported as a draft: 1 time')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show Report' }));

    expect(await screen.findByText('It was for members.')).toBeVisible();
  });

  it('pauses, continues, and cancels after a question', { tags: 'thorough' }, async () => {
    const { user, answer } = openImport(imported({ state: 'running', done: 1 }));

    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Resume Import' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel Import' }));
    await answer('Cancel this import?', 'Cancel Import');

    expect(await screen.findByRole('heading', { name: 'site.json was cancelled' })).toBeVisible();
  });

  it('shows the place of an error, and why the import has stopped', { tags: 'thorough' }, async () => {
    openImport(imported({ state: 'reading', total: null, problem: 'No memory' }));

    expect(await screen.findByText('It has stopped: No memory')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

describe('the page of the export', () => {
  it('creates one, and offers the zip with its expiry date', async () => {
    const url = 'https://files.example/publication.zip';
    let stored = exported();
    const api = createFakeApi(admin)
      .on(exportApi.state, () => stored)
      .on(exportApi.create, () => {
        stored = exported({ state: 'ready', requestedAt: AT, files: 12, bytes: 2_500_000, url, expiresAt: AT });
        return stored;
      });
    const { user } = renderPage('/admin/export', { viewer: admin, api });

    const create = await screen.findByRole('button', { name: 'Create an Export' });
    expect(textsOf(screen.getAllByRole('term'))).toContain('People');
    expect(screen.getByText('No export yet. An export can be downloaded for 7 days.')).toBeVisible();
    await user.click(create);

    expect(await screen.findByText(/12 files, 2\.5 MB.*deleted on/)).toBeVisible();
    expect(hrefOf('Download (zip)')).toBe(url);
  });

  it('says why one has stopped, and allows another one', { tags: 'thorough' }, async () => {
    const api = createFakeApi(admin).on(exportApi.state, () => exported({ state: 'making', problem: 'No place' }));
    renderPage('/admin/export', { viewer: admin, api });

    expect(await screen.findByText('The export has stopped: No place')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create an Export' })).toBeEnabled();
  });
});
