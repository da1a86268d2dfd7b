import { editionStyle } from '@inkwell/shared/editions';
import { INVALID_EMAIL } from '@inkwell/shared/email-address';
import { postApi } from '@inkwell/shared/posts';
import { DEFAULT_SETTINGS, type Settings, settingsApi } from '@inkwell/shared/settings';
import { LOOK_STYLE_ID } from '@inkwell/shared/site-data';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeSettings } from '../../../test/fake-settings.ts';
import { keptRecords } from '../../../test/kept-fields.ts';
import { createFakeApi, renderApp, renderPage } from '../../../test/render-app.tsx';
import { admin, samplePostCard } from '../../../test/samples.ts';
import { SITE_FIELDS } from '../site/site-values.ts';
import './settings-page.tsx';

function settingsServer(stored: Partial<Settings> = {}) {
  const api = createFakeApi(admin).on(postApi.popular, () => [samplePostCard()]);
  return { api, ...fakeSettings(api, stored) };
}

async function open(server = settingsServer(), render = renderPage) {
  onTestFinished(() => document.getElementById(LOOK_STYLE_ID)?.remove());
  const view = render('/admin/settings', { viewer: admin, api: server.api });
  const form = within(await screen.findByRole('form', { name: 'Settings of the site' }));
  // Found by its label, because searching by role in a large form is slow.
  const field = (name: string) => form.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
  const write = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
  const choose = async (name: string, text: string, option: string) => {
    await view.user.click(field(name));
    write(name, text);
    await view.user.click(await screen.findByRole('option', { name: option }));
  };
  const save = () => view.user.click(form.getByText('Save Settings'));
  return { ...view, ...server, form, field, write, choose, save };
}

const brand = () => within(screen.getByRole('banner')).getByRole('link', { name: /, home$/ });

describe('the settings of the site', () => {
  it('have an input each', async () => {
    await open();

    const fields = [...document.querySelectorAll<HTMLElement>('form [data-path]')].map(({ dataset }) => dataset.path);
    const withoutText = SITE_FIELDS.filter((field) => !fields.includes(field));
    // Pictures, switches and editions.
    expect(withoutText).toEqual([
      ...['logo', 'logoReplacesName', 'icon', 'cardPicture', 'edition', 'math', 'newsletter:digestIsOn'],
      ...['traffic:isOn', 'traffic:countsClicks'],
      ...['robots:search', 'robots:answers', 'robots:training'],
    ]);
  });

  it('rename the site, in this tab at once', async () => {
    const { write, save, stored, api } = await open(settingsServer(), renderApp);
    write('Name', 'The Harbour Post');
    await save();

    await waitFor(() => expect(stored().name).toBe('The Harbour Post'));
    expect(await screen.findByText('The site was updated. Readers see the change within a minute.')).toBeVisible();
    expect(brand()).toHaveTextContent('The Harbour Post');
    expect(document.title).toBe('Settings · The Harbour Post');
    expect(api.calls(settingsApi.change).map(({ body }) => body)).toEqual([
      { name: 'The Harbour Post', base: { name: DEFAULT_SETTINGS.name } },
    ]);
    await waitFor(() => expect(keptRecords()).toEqual([]));
  });

  it('show and use another accent, and refuse one that is hard to read', { tags: 'thorough' }, async () => {
    const { write, save, stored, field } = await open();
    write('Accent in the light theme', '#ffff00');
    await save();
    expect(field('Accent in the light theme')).toBeInvalid();
    expect(field('Accent in the light theme')).toHaveFocus();
    expect(stored().accentLight).toBe(DEFAULT_SETTINGS.accentLight);

    write('Accent in the light theme', '#7a1f2b');
    await save();
    await waitFor(() => expect(stored().accentLight).toBe('#7a1f2b'));
    await waitFor(() => expect(document.getElementById(LOOK_STYLE_ID)?.textContent).toContain('#7a1f2b'));
  });

  it('offer editions, each with a preview of posts, and use the saved one', async () => {
    const { form, user, save, stored } = await open();
    const editions = within(form.getByRole('radiogroup', { name: 'Edition' }));
    const edition = (name: string) => editions.getByRole('radio', { name });
    expect(edition('Paper')).toBeChecked();
    const previews = await waitFor(() => {
      const found = editions.getAllByText('The quiet harbour').map((title) => title.closest('[data-edition]'));
      expect(found).toHaveLength(2);
      return found;
    });
    for (const preview of previews) expect(preview).toHaveAttribute('inert');
    expect(previews.map((preview) => preview?.getAttribute('data-edition'))).toEqual(['paper', 'journal']);
    expect(document.querySelector('form style')).toHaveTextContent(/^\[data-edition=journal\]\{/);

    await user.click(edition('Paper'));
    await user.keyboard('{ArrowDown}');
    expect(edition('Journal')).toBeChecked();
    await save();
    await waitFor(() => expect(stored().edition).toBe('journal'));
    await waitFor(() =>
      expect(document.getElementById(LOOK_STYLE_ID)).toHaveProperty('textContent', editionStyle('journal')),
    );
  });

  it('show errors beside the field, and send nothing', async () => {
    const { write, save, field, api } = await open();
    write('Contact', 'nobody');
    write('Name', ' ');
    await save();

    expect(field('Contact')).toHaveAccessibleDescription(expect.stringContaining(INVALID_EMAIL));
    expect(field('Name')).toHaveAccessibleDescription(expect.stringContaining('The name is required'));
    expect(field('Name')).toHaveFocus();
    expect(api.calls(settingsApi.change)).toEqual([]);
  });

  it('remove emptied texts from the landing page', async () => {
    const { write, save, stored } = await open();
    write('Line below the text', '');
    write('Feature 2', ' ');
    await save();

    await waitFor(() => expect(stored().hero.trust).toBeNull());
    expect(stored().features).toEqual({ ...DEFAULT_SETTINGS.features, title2: null });
  });

  it('send empty optional texts as none, and permissions for machines', { tags: 'thorough' }, async () => {
    const { write, save, stored, form, user } = await open(settingsServer({ contact: 'post@example.org' }));
    write('Contact', '');
    await user.click(form.getByRole('switch', { name: 'The texts may be used to train models' }));
    await user.click(form.getByRole('switch', { name: 'Count visits' }));
    await user.click(form.getByRole('switch', { name: /^Show the logo without the name/ }));
    await save();

    await waitFor(() => expect(stored().contact).toBeNull());
    expect(stored().robots.training).toBe(!DEFAULT_SETTINGS.robots.training);
    expect(stored().traffic).toEqual({ ...DEFAULT_SETTINGS.traffic, isOn: !DEFAULT_SETTINGS.traffic.isOn });
    expect(stored().logoReplacesName).toBe(true);
  });

  it('switch the weekly digest on, at a day and an hour, and name the selector', async () => {
    const { write, save, stored, form, user, api } = await open();
    await user.click(form.getByRole('switch', { name: /best new posts once a week/ }));
    await user.click(form.getByRole('link', { name: 'postal address' }));
    expect(form.getByLabelText('Postal address')).toHaveFocus();
    write('Postal address', '1 Harbour Road, Kiel');
    expect(form.queryByText(/No digest is sent/)).not.toBeInTheDocument();
    await user.selectOptions(form.getByLabelText('Day of the digest'), 'Monday');
    await user.selectOptions(form.getByLabelText('Hour of the digest'), '07:00');
    write('DKIM selector', 's1');
    write('Emails per hour', '200');
    await user.selectOptions(form.getByLabelText('Public archive'), 'Each issue decides');
    await save();

    const schedule = { digestIsOn: true, digestDay: 1, digestHour: 7 };
    const newsletter = { ...schedule, dkimSelector: 's1', mailsPerHour: 200, archive: 'each' };
    await waitFor(() => expect(stored().newsletter).toEqual(newsletter));
    expect(api.calls(settingsApi.change)[0]?.body).toMatchObject({
      newsletter,
      base: { newsletter: DEFAULT_SETTINGS.newsletter },
    });
  });

  it('name the time zone of the digest, and refuse an invalid selector and number', {
    tags: 'thorough',
  }, async () => {
    const { write, choose, save, field, form, api } = await open();
    await choose('Time zone', 'berlin', 'Europe/Berlin');
    expect(form.getByLabelText('Hour of the digest')).toHaveAccessibleDescription(/Europe\/Berlin/);
    write('DKIM selector', 's1._domainkey.');
    await save();

    expect(field('DKIM selector')).toHaveFocus();
    expect(field('DKIM selector')).toHaveAccessibleDescription(expect.stringContaining('Write the selector only'));
    write('DKIM selector', '');
    write('Emails per hour', 'few');
    await save();

    expect(field('Emails per hour')).toHaveFocus();
    expect(field('Emails per hour')).toHaveAccessibleDescription(expect.stringContaining('Write a whole number'));
    expect(api.calls(settingsApi.change)).toEqual([]);
  });

  it('begin at the email section if a link names it', async () => {
    renderPage('/admin/settings#mail', { viewer: admin, api: settingsServer().api });

    expect(await screen.findByRole('heading', { name: 'Mail' })).toHaveFocus();
  });

  it('link to each section, and name the one on the screen', async () => {
    const { user } = await open();
    const list = within(screen.getByRole('navigation', { name: 'Sections' }));
    expect(list.getByRole('link', { name: 'Name' })).toHaveAttribute('aria-current', 'location');

    await user.click(list.getByRole('link', { name: 'Publication' }));

    expect(screen.getByRole('heading', { name: 'Publication' })).toHaveFocus();
    expect(list.getByRole('link', { name: 'Publication' })).toHaveAttribute('aria-current', 'location');
    expect(list.getByRole('link', { name: 'Name' })).not.toHaveAttribute('aria-current');
  });

  it('show name and texts of the landing page as they are typed', async () => {
    const { write, form } = await open();
    write('Name', 'The Harbour Post');
    write('Line above the title', 'Since 1911, {name}');
    write('Title', 'News from the quay');

    const previews = form.getAllByRole('figure', { name: 'Preview in the light theme' });
    const words = 'The Harbour PostSince 1911, The Harbour PostNews from the quay';
    expect(previews.map((preview) => preview.textContent?.includes(words))).toEqual([true, true]);
  });

  it('find a language by its name, and accept any other tag', { tags: 'thorough' }, async () => {
    const { choose, save, stored, field } = await open();
    await choose('Language of posts', 'portug', 'Brazilian Portuguese (pt-BR)');
    await save();
    await waitFor(() => expect(stored().language).toBe('pt-BR'));

    await choose('Language of posts', 'qaa', 'Other: qaa');
    expect(field('Language of posts')).toHaveValue('Other: qaa');
    await save();
    await waitFor(() => expect(stored().language).toBe('qaa'));
  });

  it('keep the input over a reload, and discard it on request', { tags: 'thorough' }, async () => {
    const first = await open();
    first.write('Tag line', 'News from the quay');
    await waitFor(() => expect(keptRecords()).toHaveLength(1));
    first.unmount();

    const again = await open();
    await waitFor(() => expect(again.field('Tag line')).toHaveValue('News from the quay'));
    await again.user.click(again.form.getByRole('button', { name: 'Discard Changes' }));
    expect(again.field('Tag line')).toHaveValue(DEFAULT_SETTINGS.tagLine);
    await waitFor(() => expect(keptRecords()).toEqual([]));
  });

  it('keep the input if somebody else changed the same field', { tags: 'thorough' }, async () => {
    const { write, save, change, field, stored, form, user } = await open();
    write('Name', 'Mine');
    change({ name: 'Theirs' });
    await save();
    expect(await screen.findByText('Somebody else changed the same settings')).toBeVisible();
    expect(field('Name')).toHaveValue('Mine');
    expect(stored().name).toBe('Theirs');

    await save();
    await waitFor(() => expect(stored().name).toBe('Mine'));
    write('Name', 'Ours');
    await user.click(form.getByRole('button', { name: 'Discard Changes' }));
    expect(field('Name')).toHaveValue('Mine');
  });

  it('keep the input if it cannot be stored', { tags: 'thorough' }, async () => {
    const { write, save, field, api } = await open();
    api.refuse(settingsApi.change, 'internal');
    write('Name', 'The Harbour Post');
    await save();

    expect(await screen.findByText(/Failed to change the site/)).toBeVisible();
    expect(field('Name')).toHaveValue('The Harbour Post');
    expect(keptRecords()).toHaveLength(1);
  });

  it('can be loaded again after a failure', { tags: 'thorough' }, async () => {
    const api = settingsServer().api.refuse(settingsApi.read, 'internal');
    const { user } = renderPage('/admin/settings', { viewer: admin, api });
    expect(await screen.findByText('Failed to load settings', {}, { timeout: 10_000 })).toBeVisible();

    api.on(settingsApi.read, () => DEFAULT_SETTINGS);
    await user.click(screen.getByRole('button', { name: /try again/i }));
    expect(await screen.findByRole('form', { name: 'Settings of the site' })).toBeVisible();
  });
});
