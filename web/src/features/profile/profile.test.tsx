import { categoryApi } from '@inkwell/shared/categories';
import { consentText } from '@inkwell/shared/newsletter-words';
import { notificationApi } from '@inkwell/shared/notifications';
import { personMailApi } from '@inkwell/shared/person-mails';
import { type DataCopy, leavingOf, personalDataApi } from '@inkwell/shared/personal-data';
import { subscriberApi } from '@inkwell/shared/subscribers';
import { userApi } from '@inkwell/shared/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { storeImage } from '../../lib/firebase-storage.ts';
// Imported one after the other, because on a slow machine the tests' loader fails to load both at once.
import '../../components/toaster.tsx';
import './components/profile-dialog.tsx';
import './components/leaving-account.tsx';
import { autosavedFields } from '../../lib/autosave/fields.ts';
import { siteOfDocument } from '../../lib/site.ts';
import { Refusal } from '../../test/fake-api.ts';
import { keptFields } from '../../test/kept-fields.ts';
import { createFakeApi, renderApp } from '../../test/render-app.tsx';
import { sampleCategory, sampleUser } from '../../test/samples.ts';
import { readAsPicture, reencodeImage } from './reencode-image.ts';

// jsdom has neither the Storage SDK's network nor a canvas.
vi.mock('../../lib/firebase-storage.ts', () => ({ storeImage: vi.fn() }));
vi.mock('./reencode-image.ts', () => ({ reencodeImage: vi.fn(), readAsPicture: vi.fn() }));

const viewer = sampleUser();
const dialog = () => within(screen.getByRole('dialog', { name: 'Profile Settings' }));

beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => {};
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(storeImage).mockReset();
  vi.mocked(readAsPicture).mockReset().mockResolvedValue();
  vi.mocked(reencodeImage)
    .mockReset()
    .mockResolvedValue(new Blob(['small'], { type: 'image/webp' }));
});

type Api = ReturnType<typeof createFakeApi>;

async function open(stored = viewer, prepare: (api: Api) => unknown = () => undefined) {
  const api = createFakeApi(stored).on(userApi.updateProfile, ({ body }) => ({
    ...stored,
    displayName: body.displayName ?? null,
    profileImageUrl: body.profileImageUrl ?? null,
  }));
  prepare(api);
  const app = renderApp('/nowhere', { viewer: stored, api });
  await app.user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await app.user.click(screen.getByRole('menuitem', { name: 'Profile' }));
  await screen.findByRole('dialog', { name: 'Profile Settings' });
  const openTab = (name: string) => app.user.click(dialog().getByRole('tab', { name }));
  return { ...app, api, openTab, save: () => app.user.click(dialog().getByRole('button', { name: 'Save Changes' })) };
}

const photo = (sizeBytes: number, type = 'image/png') => {
  const file = new File(['x'], 'Me at home.png', { type });
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
};

describe('the profile dialog', () => {
  it('shows the account, saves changes, and closes half a second later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, api, save } = await open();
    expect(dialog().getByRole('textbox', { name: 'Email' })).toHaveValue('reader@inkwell.test');
    await user.clear(dialog().getByLabelText(/Display Name/));
    await user.type(dialog().getByLabelText(/Display Name/), 'Rita R.');
    await user.clear(dialog().getByLabelText('Last Name'));

    await save();

    expect(await screen.findByText('Profile Updated')).toBeVisible();
    const [call] = api.calls(userApi.updateProfile);
    expect(call?.params).toEqual({ id: 'reader' });
    // Unchanged fields may have changed elsewhere.
    expect(call?.body).toEqual({ displayName: 'Rita R.', lastName: null });
    expect(api.calls(userApi.current).length).toBeGreaterThan(1);
    expect(screen.getByRole('dialog')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Account menu' })).toHaveFocus();
  });

  it('edits the texts of the author page, and shows their errors', { tags: 'thorough' }, async () => {
    const { user, api, save } = await open(sampleUser({ website: 'https://rita.example' }));
    await user.type(dialog().getByLabelText(/^About/), 'Reads **aloud**.');
    await user.clear(dialog().getByLabelText('Website'));
    await user.type(dialog().getByLabelText('Website'), 'http://rita.example');
    expect(dialog().queryByLabelText('Fediverse')).not.toBeInTheDocument();
    await user.click(dialog().getByRole('button', { name: 'Add Social Links' }));
    expect(dialog().getByLabelText('Fediverse')).toHaveFocus();
    await user.type(dialog().getByLabelText('Fediverse'), 'rita');

    await save();

    expect(dialog().getByText('Please enter an address that begins with https://')).toBeVisible();
    expect(dialog().getByLabelText('Fediverse')).toBeInvalid();
    expect(api.calls(userApi.updateProfile)).toEqual([]);
    await user.clear(dialog().getByLabelText('Website'));
    await user.type(dialog().getByLabelText('Fediverse'), '@social.example');
    await save();

    await waitFor(() =>
      expect(api.calls(userApi.updateProfile)[0]?.body).toEqual({
        text: 'Reads **aloud**.',
        website: null,
        handles: { fediverse: 'rita@social.example' },
      }),
    );
  });

  it('stays open with text that was typed during the save, and saves it next', { tags: 'thorough' }, async () => {
    const { user, api, save } = await open();
    const answer = api.hold(userApi.updateProfile, ({ body }) => ({ ...viewer, lastName: body.lastName ?? null }));
    const lastName = dialog().getByLabelText('Last Name');
    await user.type(lastName, ' Walker');
    await save();
    await user.type(lastName, '-Smith');
    answer();

    expect(await screen.findByText('Your latest changes are not saved yet.')).toBeVisible();
    expect(lastName).toHaveValue('Reader Walker-Smith');
    await user.click(await dialog().findByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(api.calls(userApi.updateProfile).map(({ body }) => body.lastName)).toEqual([
        'Reader Walker',
        'Reader Walker-Smith',
      ]),
    );
    answer();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks before it discards changes, and returns the focus to the menu', async () => {
    const { user } = await open();
    await user.type(dialog().getByLabelText('Last Name'), ' Walker');

    await user.keyboard('{Escape}');
    const question = () => within(screen.getByRole('dialog', { name: 'Discard your changes?' }));
    await user.click(await waitFor(() => question().getByRole('button', { name: 'Cancel' })));
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Reader Walker');

    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(await waitFor(() => question().getByRole('button', { name: 'Discard Changes' })));

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Account menu' })).toHaveFocus();
  });

  it('also asks if Escape is pressed before the last letter is rendered', { tags: 'thorough' }, async () => {
    await open();
    const field = dialog().getByLabelText<HTMLInputElement>('Last Name');

    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Walker');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
    });

    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    expect(field).toHaveValue('Walker');
  });

  it('closes at once without changes', { tags: 'thorough' }, async () => {
    const { user } = await open();

    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Account menu' })).toHaveFocus();
  });

  it('warns before the tab is closed with changes', { tags: 'thorough' }, async () => {
    const { user } = await open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);

    await user.type(dialog().getByLabelText('Last Name'), '!');

    expect(leave()).toBe(true);
  });

  it('keeps the input while other tabs are open', async () => {
    const { user, openTab } = await open();
    await user.type(dialog().getByLabelText('Last Name'), ' Walker');

    await openTab('Notifications');
    expect(dialog().queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    await user.keyboard('{ArrowUp}');

    expect(dialog().getByRole('tab', { name: 'Profile' })).toHaveFocus();
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Reader Walker');
    expect(dialog().getByRole('button', { name: 'Save Changes' })).toBeVisible();
  });

  it('requires a display name', { tags: 'thorough' }, async () => {
    const { user, api, save } = await open();
    await user.clear(dialog().getByLabelText(/Display Name/));

    await save();

    expect(dialog().getByText('Display name is required')).toBeVisible();
    expect(api.calls(userApi.updateProfile)).toEqual([]);
  });

  it('stores a redrawn photo first, and then sends its address', async () => {
    vi.mocked(storeImage).mockImplementation(async (_image, options) => {
      options?.onProgress?.(0.4);
      return 'https://storage.test/me.webp';
    });
    const { user, api, save } = await open();
    await user.upload(dialog().getByLabelText('Profile photo'), photo(4_000_000));

    await save();

    await waitFor(() =>
      expect(api.calls(userApi.updateProfile)[0]?.body).toMatchObject({
        profileImageUrl: 'https://storage.test/me.webp',
      }),
    );
    expect(vi.mocked(storeImage).mock.calls[0]?.[0]).toMatchObject({ fileName: 'Me at home.png', ownerId: 'reader' });
    expect(vi.mocked(storeImage).mock.calls[0]?.[0].blob.type).toBe('image/webp');
  });

  it('shows the progress of the upload', { tags: 'thorough' }, async () => {
    vi.mocked(storeImage).mockImplementation((_image, options) => {
      options?.onProgress?.(0.4);
      return new Promise(() => {});
    });
    const { user, save } = await open();
    await user.upload(dialog().getByLabelText('Profile photo'), photo(1_000));

    await save();

    expect(await screen.findByText('Uploading photo: 40%')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Saving...' })).toBeVisible();
  });

  it('rejects large files, and files that are not pictures', async () => {
    const { save, api } = await open();
    const { default: userEvent } = await import('@testing-library/user-event');
    const user = userEvent.setup({ applyAccept: false });

    for (const [size, type, title, text] of [
      [5 * 1024 * 1024, 'image/png', 'File Too Large', 'Please select an image smaller than 5MB.'],
      [10, 'application/pdf', 'Invalid File', 'Please select an image file.'],
    ] as const) {
      await user.upload(dialog().getByLabelText('Profile photo'), photo(size, type));

      expect(await screen.findByText(title)).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
    }
    await save();
    await waitFor(() => expect(api.calls(userApi.updateProfile)).toHaveLength(1));
    expect(storeImage).not.toHaveBeenCalled();
  });

  const LIMIT = 'You can store 20 pictures a day. Please try again later.';
  const noRetry = Object.assign(new Error('Max retry time exceeded'), { code: 'storage/retry-limit-exceeded' });
  it.each([
    [new Error('storage/unauthorized'), ['Update Failed', 'Failed to upload profile image']],
    [new ApiError(429, LIMIT), ['Update Failed', LIMIT]],
    [noRetry, ['Failed to upload profile image', /^The storage for pictures does not work at the moment/]],
  ])(
    'does not change the profile if the photo cannot be stored, and says why: %s',
    { tags: 'thorough' },
    async (error, texts) => {
      vi.mocked(storeImage).mockRejectedValue(error);
      const { user, api, save } = await open();
      await user.upload(dialog().getByLabelText('Profile photo'), photo(1_000));
      await dialog().findByRole('button', { name: 'Remove Photo' });

      await save();

      for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
      expect(api.calls(userApi.updateProfile)).toEqual([]);
      expect(dialog().getByRole('button', { name: 'Save Changes' })).toBeVisible();
    },
  );

  it('refuses a file that is not a picture as soon as it is selected', { tags: 'thorough' }, async () => {
    vi.mocked(readAsPicture).mockRejectedValue(new DOMException('not decodable', 'InvalidStateError'));
    const { user, save } = await open();
    await user.upload(dialog().getByLabelText('Profile photo'), photo(1_000));

    expect(await screen.findByText('Invalid File')).toBeVisible();
    expect(screen.getByText('Please select an image file.')).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Remove Photo' })).not.toBeInTheDocument();
    await save();
    expect(storeImage).not.toHaveBeenCalled();
  });

  it('says that saving failed, and stays open', async () => {
    const { api, save } = await open();
    api.cut(userApi.updateProfile);

    await save();

    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeVisible();
    expect(screen.getByText(/^The network did not answer/)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('stores notification settings at once', async () => {
    const { user, api, openTab } = await open();
    await openTab('Notifications');
    api.on(notificationApi.changeChoices, () => ({
      replies: false,
      comments: true,
      reviews: true,
      notes: true,
      following: true,
      mutedThreads: [],
    }));
    const replies = await dialog().findByRole('switch', { name: 'Replies to my comments' });
    await waitFor(() => expect(replies).toBeChecked());
    expect(dialog().queryByRole('switch', { name: 'Comments on my posts' })).not.toBeInTheDocument();

    await user.click(replies);

    await waitFor(() => expect(replies).not.toBeChecked());
    expect(api.calls(notificationApi.changeChoices)[0]?.body).toEqual({ replies: false });
  });
});

describe('the email settings of an account', () => {
  it('are changed in the profile, each kind on its own', async () => {
    const { user, api, openTab } = await open();
    await openTab('Email');
    api.on(personMailApi.changeChoices, ({ body }) => ({
      answers: true,
      comments: false,
      reviews: true,
      broadcasts: false,
      figures: false,
      ...(body as object),
    }));
    const news = await dialog().findByRole('switch', { name: 'News from the publication' });
    await waitFor(() => expect(news).toBeEnabled());
    expect(dialog().getByRole('switch', { name: 'Answers to my comments' })).toBeChecked();
    expect(dialog().queryByRole('switch', { name: /Comments on my posts/ })).not.toBeInTheDocument();

    await user.click(news);

    await waitFor(() => expect(news).toBeChecked());
    expect(api.calls(personMailApi.changeChoices)[0]?.body).toEqual({ broadcasts: true });
  });
});

describe('the newsletter of an account', () => {
  it('is set by switches, each saved at once, below the recorded consent', async () => {
    const own = { wants: [], categories: null, email: viewer.email, isVerified: true, isDigestOn: true };
    const { user, api, openTab } = await open(viewer, (server) =>
      server
        .on(subscriberApi.own, () => ({ ...own, isSubscribed: false }))
        .on(categoryApi.list, () => [sampleCategory({ id: 3, name: 'Food' })])
        .on(subscriberApi.changeOwn, ({ body }) => ({ ...own, ...body, isSubscribed: body.wants.length > 0 })),
    );
    await openTab('Email');
    const newsletter = await dialog().findByRole('switch', { name: 'The newsletter' });
    expect(newsletter).toHaveAccessibleDescription(consentText(siteOfDocument().name, ['newsletter']));

    await user.click(newsletter);
    await waitFor(() => expect(newsletter).toBeChecked());
    await user.click(dialog().getByRole('switch', { name: 'All categories' }));
    await user.click(await dialog().findByRole('switch', { name: 'Food' }));
    await waitFor(() => expect(dialog().getByRole('switch', { name: 'Food' })).toBeChecked());
    await user.click(newsletter);

    expect(await screen.findByText('Your address is deleted from our list.')).toBeVisible();
    expect(api.calls(subscriberApi.changeOwn).map(({ body }) => body)).toEqual([
      { wants: ['newsletter'], categories: null },
      { wants: ['newsletter'], categories: [] },
      { wants: ['newsletter'], categories: [3] },
      { wants: [], categories: [3] },
    ]);
  });
});

describe('a changed profile whose page was killed', () => {
  const BACK = 'Your earlier text was restored.';

  async function killWhileTyping() {
    const page = await open();
    await page.user.type(dialog().getByLabelText('Last Name'), ' Walker');
    await page.user.upload(dialog().getByLabelText('Profile photo'), photo(1_000));
    page.unmount();
    autosavedFields.reset();
  }

  it('restores typed changes, but nothing else', async () => {
    await killWhileTyping();

    const { api, save } = await open({ ...viewer, firstName: 'Margarita' });
    expect(await dialog().findByText(BACK)).toBeVisible();
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Reader Walker');
    expect(dialog().getByLabelText('First Name')).toHaveValue('Margarita');
    await save();

    await waitFor(() => expect(api.calls(userApi.updateProfile)[0]?.body).toEqual({ lastName: 'Reader Walker' }));
    expect(storeImage).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(localStorage.getItem('inkwell:had-session')).not.toBeNull();
    expect(keptFields()).toEqual([]);
  });

  it('keeps values that were saved since, and shows the typed ones', { tags: 'thorough' }, async () => {
    const page = await open();
    await page.user.type(dialog().getByLabelText('First Name'), ' Maria');
    await page.user.type(dialog().getByLabelText('Last Name'), ' Walker');
    page.unmount();
    autosavedFields.reset();

    const { api, save } = await open({ ...viewer, lastName: 'Newton' });
    expect(
      await dialog().findByText(
        `${BACK} Last Name was changed elsewhere and keeps that value; here you had typed “Reader Walker”.`,
      ),
    ).toBeVisible();
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Newton');
    await save();

    await waitFor(() => expect(api.calls(userApi.updateProfile)[0]?.body).toEqual({ firstName: 'Rita Maria' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(keptFields()).toEqual([]);
  });

  it('shows the differences until the reader decides, even without other changes', { tags: 'thorough' }, async () => {
    await killWhileTyping();
    const words = 'Last Name was changed elsewhere and keeps that value; here you had typed “Reader Walker”.';
    const before = await open({ ...viewer, lastName: 'Newton' });
    await dialog().findByText(words);
    await before.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    before.unmount();
    autosavedFields.reset();

    const { user } = await open({ ...viewer, lastName: 'Newton' });
    expect(await dialog().findByText(words)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Discard' }));

    await waitFor(() => expect(dialog().queryByText(words)).not.toBeInTheDocument());
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Newton');
    expect(keptFields()).toEqual([]);
  });

  it('can be reset, with the focus in the first field', { tags: 'thorough' }, async () => {
    await killWhileTyping();
    const { user, unmount } = await open();

    await user.click(await dialog().findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(within(question).getByRole('button', { name: 'Discard Changes' }));

    await waitFor(() => expect(dialog().getByLabelText(/Display Name/)).toHaveFocus());
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Reader');
    expect(dialog().queryByText(BACK)).not.toBeInTheDocument();
    unmount();
    await open();
    expect(screen.queryByText(BACK)).not.toBeInTheDocument();
    expect(dialog().getByLabelText('Last Name')).toHaveValue('Reader');
  });

  it('is not restored once its changes were discarded', { tags: 'thorough' }, async () => {
    await killWhileTyping();
    const { user } = await open();
    await dialog().findByText(BACK);

    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    expect(keptFields()).toEqual([]);
  });

  it('shows nothing if the stored profile already has the same values', { tags: 'thorough' }, async () => {
    await killWhileTyping();

    await open({ ...viewer, lastName: 'Reader Walker' });

    await waitFor(() => expect(keptFields()).toEqual([]));
    expect(screen.queryByText(BACK)).not.toBeInTheDocument();
  });
});

describe('your data', () => {
  it('can be copied, and downloaded once the copy is ready', async () => {
    const { user, api, openTab } = await open();
    await openTab('Account');
    const ready = {
      state: 'ready',
      requestedAt: null,
      url: 'https://storage.example/zip?token=1',
      expiresAt: '2026-12-03T12:00:00.000Z',
    } as const;
    let copy: DataCopy = { state: 'making', requestedAt: null, url: null, expiresAt: null };
    api.on(personalDataApi.makeCopy, () => copy).on(personalDataApi.copy, () => copy);

    await user.click(await dialog().findByRole('button', { name: 'Download My Data' }));

    expect(await dialog().findByText(/is being copied/)).toBeVisible();
    copy = ready;
    // A return to the page asks at once; otherwise the page asks every few seconds.
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await dialog().findByRole('link', { name: 'Download (zip)' })).toHaveAttribute('href', ready.url);
    expect(dialog().getByText(/ready until December 3, 2026/)).toBeVisible();
  });

  it('are deleted with the account after a new sign-in, and the account can be kept', async () => {
    const { user, api, identity, openTab } = await open();
    const leaving = leavingOf({ at: new Date('2026-12-03T12:00:00Z'), comments: 'remove' });
    let isLeaving = false;
    api
      .on(personalDataApi.leave, () => {
        if (identity.calls.length < 2) throw new Refusal('unauthorized', 'Please sign in again');
        isLeaving = true;
        return leaving;
      })
      .on(userApi.current, () => {
        if (isLeaving) throw new Refusal('leaving', JSON.stringify(leaving));
        return viewer;
      })
      .on(personalDataApi.keep, () => {
        isLeaving = false;
        return viewer;
      });
    await openTab('Account');
    await user.click(dialog().getByRole('button', { name: 'Delete Account' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Account' }));
    const outcome = () => [...(document.querySelector('dl')?.children ?? [])].map(({ textContent }) => textContent);
    expect(outcome()).toEqual([
      'Permanently deleted',
      expect.stringMatching(/^Profile, likes, .* and unsaved texts$/),
      'Stays',
      'Your comments, shown as "Deleted account"',
    ]);
    await user.click(question.getByRole('radio', { name: 'Delete my comments too' }));
    expect(outcome()).toEqual(['Permanently deleted', expect.stringMatching(/unsaved texts, and your comments$/)]);
    await user.click(question.getByRole('button', { name: 'Delete Account' }));
    identity.failNext('wrong-password');
    await user.type(await question.findByLabelText('Password'), 'Wrong{Enter}');
    expect(await question.findByText('Failed to sign in. Please try again.')).toBeVisible();
    await user.clear(question.getByLabelText('Password'));
    await user.type(question.getByLabelText('Password'), 'Inkwell#2026');
    await user.click(question.getByRole('button', { name: 'Sign In and Delete' }));

    const kept = within(await screen.findByRole('dialog', { name: 'Your account is being deleted' }));
    expect(kept.getByText(/On December 3, 2026 it is deleted for good, with your comments/)).toBeVisible();
    expect(screen.queryByText('Account Blocked')).not.toBeInTheDocument();
    expect(identity.calls.at(-1)).toEqual(['signIn', 'reader@inkwell.test', 'Inkwell#2026']);
    expect(api.calls(personalDataApi.leave).at(-1)?.query).toEqual({ comments: 'remove' });
    await waitFor(() => expect(kept.getByRole('button', { name: 'Keep My Account' })).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Your account is being deleted' })).toBeVisible();

    await user.click(kept.getByRole('button', { name: 'Keep My Account' }));

    expect(await screen.findByText('Account Kept')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says why an account cannot be deleted', async () => {
    const { user, api, openTab } = await open();
    api.refuse(personalDataApi.leave, 'conflict', 'This is the only administrator.');
    await openTab('Account');
    await user.click(dialog().getByRole('button', { name: 'Delete Account' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete Account' }));

    await user.click(question.getByRole('button', { name: 'Delete Account' }));

    expect(await question.findByRole('alert')).toHaveTextContent('This is the only administrator.');
  });
});
