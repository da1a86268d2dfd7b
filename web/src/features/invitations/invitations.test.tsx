import { invitationApi, type OpenedInvitation } from '@inkwell/shared/invitations';
import { postApi } from '@inkwell/shared/posts';
import { userApi } from '@inkwell/shared/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, leadsHome, renderPage } from '../../test/render-app.tsx';
import { sampleUser } from '../../test/samples.ts';

const LINK = '/invitation#token=abc';
const reader = sampleUser({ id: 'reader', email: 'ada@example.com' });

const opened = (changes: Partial<OpenedInvitation> = {}): OpenedInvitation => ({
  role: null,
  writing: 'author',
  invitedBy: 'Grace Hopper',
  emailHint: 'a…@example.com',
  standing: 'ready',
  expiresAt: '2026-12-01T09:00:00.000Z',
  ...changes,
});

/** Opens the app at the link of an invitation with these `changes`. */
function openLink(changes: Partial<OpenedInvitation>, viewer: typeof reader | null = reader) {
  const api = leadsHome(createFakeApi(viewer)).on(invitationApi.open, () => opened(changes));
  return renderPage(LINK, { viewer, api });
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the page of an invitation', () => {
  it('says who invites to what, and accepts only when the button is pressed', async () => {
    const { api, user } = openLink({ standing: 'ready' });
    const accept = await button('Accept Invitation');
    expect(screen.getByText('Grace Hopper')).toBeVisible();
    expect(screen.getByText(/Authors write posts of their own and publish them/)).toBeVisible();
    expect(api.calls(invitationApi.accept)).toEqual([]);
    const writer = { ...reader, writing: 'author' } as const;
    api.on(userApi.current, () => writer).on(invitationApi.accept, () => writer);
    api.on(invitationApi.open, () => opened({ standing: 'accepted' }));

    await user.click(accept);

    const title = await screen.findByRole('heading', { name: 'You have accepted the invitation' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByRole('link', { name: 'Start Writing' })).toHaveAttribute('href', '/create-post');
    expect(api.calls(invitationApi.accept)).toMatchObject([{ body: { token: 'abc' } }]);
  });

  it('sends a new moderator to the panel', async () => {
    const { api, user } = openLink({ role: 'moderator', writing: null });
    const moderator = { ...reader, role: 'moderator' } as const;
    const accept = await button('Accept Invitation');
    api.on(userApi.current, () => moderator).on(invitationApi.accept, () => moderator);
    api.on(invitationApi.open, () => opened({ standing: 'accepted' }));

    await user.click(accept);

    expect(await screen.findByRole('link', { name: 'Start Working' })).toHaveAttribute('href', '/admin');
  });

  it('asks visitors to sign in, and continues without losing the link', async () => {
    const api = leadsHome(createFakeApi(reader)).on(invitationApi.open, ({ token }) =>
      opened({ standing: token === null ? 'visitor' : 'ready' }),
    );
    const link = `${LINK}&email=ada%2Bx%40example.com`;
    const { user, router } = renderPage(link, { api });
    expect(await screen.findByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada+x@example.com');
    await user.click(screen.getByRole('tab', { name: 'Sign In' }));
    expect(screen.getByLabelText('Email')).toHaveValue('ada+x@example.com');
    await user.type(screen.getByLabelText('Password'), 'Inkwell#2026');
    expect(screen.getByText('a…@example.com')).toBeVisible();

    await user.click(screen.getAllByRole('button', { name: 'Sign In' }).at(-1) as HTMLElement);

    expect(await button('Accept Invitation')).toBeVisible();
    expect(router.state.location).toMatchObject({
      pathname: '/invitation',
      hash: '#token=abc&email=ada%2Bx%40example.com',
    });
    expect(document.body).not.toHaveFocus();
  });

  it('lets people who are signed in with another address switch accounts, and stays', async () => {
    const api = leadsHome(createFakeApi(reader)).on(invitationApi.open, ({ token }) =>
      opened({ standing: token === null ? 'visitor' : 'other-address' }),
    );
    const { user, identity, router } = renderPage(LINK, { viewer: reader, api });
    api.hang(postApi.popular);

    await user.click(await button('Use Another Account'));

    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeVisible();
    expect(identity.calls).toContainEqual(['signOut']);
    expect(router.state.location.hash).toBe('#token=abc');
  });

  it('emails the link that confirms the address, and checks again', async () => {
    const { api, user, identity } = openLink({ standing: 'unverified' });

    await user.click(await button('Send the Link'));
    expect(await screen.findByText('We have sent you a link that confirms your address.')).toBeVisible();
    expect(identity.calls).toContainEqual(['sendEmailConfirmation']);

    await user.click(await button('I Have Confirmed It'));
    expect(await screen.findByText(/Your address is not confirmed yet/)).toBeVisible();

    api.on(invitationApi.open, () => opened({ standing: 'ready' }));
    await user.click(await button('I Have Confirmed It'));
    expect(await button('Accept Invitation')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it.each([
    ['expired', /^It worked until/, 'This invitation has expired'],
    ['used', /It works once/, 'This invitation has been used'],
  ] as const)('says that it is %s', async (standing, text, title) => {
    openLink({ standing });

    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  });

  it.each(['#token=', ''])('says that the link %j does not work', async (hash) => {
    renderPage(`/invitation${hash}`, { api: leadsHome(createFakeApi()) });

    expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  });

  it('says that a withdrawn or replaced link does not work', async () => {
    renderPage(LINK, { api: leadsHome(createFakeApi()).refuse(invitationApi.open, 'not-found') });

    expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  });

  it('says that the link expired before it was accepted', async () => {
    const { api, user } = openLink({ standing: 'ready' });
    const accept = await button('Accept Invitation');
    api.refuse(invitationApi.open, 'not-found').refuse(invitationApi.accept, 'not-found');

    await user.click(accept);

    expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  });

  it('keeps the question if accepting fails, and can try again', async () => {
    const { api, user } = openLink({ standing: 'ready' });
    api.cut(invitationApi.accept);

    await user.click(await button('Accept Invitation'));

    expect(await screen.findByText(/^That did not work. The network did not answer/)).toBeVisible();
    const writer = { ...reader, writing: 'author' } as const;
    api.on(userApi.current, () => writer).on(invitationApi.accept, () => writer);
    await user.click(await button('Accept Invitation'));
    expect(await screen.findByRole('heading', { name: 'You have accepted the invitation' })).toBeVisible();
  });

  it('offers a retry if the invitation cannot be loaded', async () => {
    const api = leadsHome(createFakeApi(reader)).refuse(invitationApi.open, 'unavailable');
    const { user } = renderPage(LINK, { viewer: reader, api });
    expect(await screen.findByText('The invitation could not be loaded')).toBeVisible();

    api.on(invitationApi.open, () => opened());
    await user.click(await button('Try Again'));

    expect(await button('Accept Invitation')).toBeVisible();
  });

  it('says that it is loading', async () => {
    renderPage(LINK, { viewer: reader, api: createFakeApi(reader).hang(invitationApi.open) });

    expect(await screen.findByText('Looking up the invitation...')).toBeVisible();
  });
});
