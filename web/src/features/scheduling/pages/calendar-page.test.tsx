import { type Calendar, calendarApi } from '@inkwell/shared/calendar';
import { postApi } from '@inkwell/shared/posts';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { moderator, samplePage, samplePost } from '../../../test/samples.ts';
import { chosenTime, ownZone } from '../zoned-time.ts';

const at = (local: string) => new Date(chosenTime(local, ownZone())?.instantMs ?? 0).toISOString();
/** Always in the future. */
const MONTH = '2099-11';

const calendar = (): Calendar => ({
  isCut: false,
  entries: [
    {
      kind: 'post',
      id: 'out',
      title: 'Out already',
      status: 'published',
      at: at(`${MONTH}-03T10:00`),
      authorName: 'Ada',
    },
    { kind: 'post', id: 'plan', title: 'To come', status: 'scheduled', at: at(`${MONTH}-24T09:00`), authorName: 'Ada' },
  ],
});

async function openCalendar(api = createFakeApi(moderator).on(calendarApi.calendar, calendar)) {
  const app = renderPage(`/admin/calendar?day=${MONTH}-24`, { viewer: moderator, api });
  await screen.findByRole('gridcell', { name: 'Tuesday, November 24, 2099, 1 post' });
  return { ...app, api };
}

/** A server whose posts can be moved. */
const movable = () =>
  createFakeApi(moderator)
    .on(calendarApi.calendar, calendar)
    .on(postApi.update, ({ body }) =>
      samplePost({ id: 'plan', isPublished: false, status: 'scheduled', publishAt: body.publishAt ?? null }),
    );

type User = Awaited<ReturnType<typeof openCalendar>>['user'];

/** Changes a time in the dialog of the button. */
async function move(user: User, button: HTMLElement, local: string, before = `${MONTH}-24T09:00`) {
  await user.click(button);
  const field = await screen.findByLabelText('Publish on');
  expect(field).toHaveValue(before);
  await user.clear(field);
  await user.type(field, local);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  return field;
}

const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name });
const chosenDay = () => screen.getByRole('gridcell', { selected: true }).getAttribute('aria-label');

describe('the calendar', () => {
  it('shows the month with the posts of each day, and the posts of the selected day', async () => {
    const { api } = await openCalendar();

    expect(cell('Tuesday, November 3, 2099, 1 post')).toHaveTextContent('Out already');
    expect(chosenDay()).toBe('Tuesday, November 24, 2099, 1 post');
    const day = within(screen.getByRole('region', { name: 'Tuesday, November 24, 2099' }));
    expect(day.getByText('To come')).toBeVisible();
    expect(day.getByText('Scheduled')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Post' })).toHaveAttribute('href', `/create-post?on=${MONTH}-24`);
    expect(screen.getByText(new RegExp(`Times are in ${ownZone()}`))).toBeVisible();
    expect(api.calls(calendarApi.calendar)[0]?.query).toEqual({
      from: at('2099-10-26T00:00'),
      to: at('2099-12-07T00:00'),
    });
  });

  it('shows site pages beside posts, which open in their editor and can be moved the same way', {
    tags: 'thorough',
  }, async () => {
    const page = {
      kind: 'page' as const,
      id: 'imprint',
      title: 'Imprint',
      status: 'scheduled' as const,
      at: at(`${MONTH}-24T10:00`),
      authorName: 'Ada',
    };
    const both = () => ({ ...calendar(), entries: [...calendar().entries, page] });
    const api = createFakeApi(moderator)
      .on(calendarApi.calendar, both)
      .on(sitePageApi.update, ({ body }) =>
        samplePage({ id: 'imprint', isPublished: false, status: 'scheduled', publishAt: body.publishAt ?? null }),
      );
    const { user } = renderPage(`/admin/calendar?day=${MONTH}-24`, { viewer: moderator, api });

    const name = 'Tuesday, November 24, 2099, 1 post, 1 page';
    expect(await screen.findByRole('gridcell', { name })).toHaveTextContent('10:00 AM Page Imprint');
    const row = within(screen.getByText('Page by Ada').closest('li') as HTMLElement);
    expect(row.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/admin/pages/edit?page=imprint');
    await move(user, row.getByRole('button', { name: 'Move' }), `${MONTH}-26T11:30`, `${MONTH}-24T10:00`);

    expect(await screen.findByText('Page Scheduled')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The page is scheduled again.')).toBeVisible();
    expect(api.calls(sitePageApi.update)).toMatchObject([
      { params: { id: 'imprint' }, body: { publishAt: at(`${MONTH}-26T11:30`) } },
      { body: { publishAt: page.at, basePublishAt: at(`${MONTH}-26T11:30`), undo: true } },
    ]);
  });

  it('can be navigated by days, weeks and months with the keyboard, and the focus follows', async () => {
    const { user, router } = await openCalendar();
    cell(/November 24/).focus();

    const days: (string | null)[] = [];
    for (const key of ['{ArrowLeft}', '{ArrowUp}', '{Home}', '{End}', '{ArrowDown}', '{ArrowRight}', '{PageUp}']) {
      await user.keyboard(key);
      days.push(document.activeElement?.getAttribute('data-day') ?? null);
    }

    expect(days).toEqual(
      ['23', '16', '16', '22', '29', '30', null].map((day) => day && `${MONTH}-${day}`).with(6, '2099-10-30'),
    );
    expect(router.state.location.search).toBe('?day=2099-10-30');
    expect(screen.getByRole('heading', { name: 'October 2099' })).toBeVisible();
  });

  it('can be moved by months and back to today with one group of buttons', { tags: 'thorough' }, async () => {
    const { user, router } = await openCalendar();
    const buttons = within(screen.getByRole('group', { name: 'Month' }));

    await user.click(buttons.getByRole('button', { name: 'Next Month' }));
    expect(router.state.location.search).toBe('?day=2099-12-24');
    await user.click(buttons.getByRole('button', { name: 'Previous Month' }));
    expect(router.state.location.search).toBe(`?day=${MONTH}-24`);
    await user.click(buttons.getByRole('button', { name: 'Today' }));

    expect(screen.getByRole('gridcell', { selected: true })).toHaveAttribute('aria-current', 'date');
  });

  it('shows the days while their posts load, and says nothing about posts', async () => {
    const api = createFakeApi(moderator);
    api.hang(calendarApi.calendar);
    renderPage(`/admin/calendar?day=${MONTH}-24`, { viewer: moderator, api });

    expect(await screen.findByRole('grid', { name: 'November 2099' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Loading the calendar')).toBeInTheDocument();
    expect(screen.queryByText('Nothing is scheduled or published on this day.')).toBeNull();
  });

  it('moves a post to another day in a dialog', async () => {
    const { user, api } = await openCalendar(movable());

    await move(user, screen.getByRole('button', { name: 'Move' }), `${MONTH}-26T11:30`);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(postApi.update)).toMatchObject([
      { params: { id: 'plan' }, body: { publishAt: at(`${MONTH}-26T11:30`) } },
    ]);
    await waitFor(() => expect(api.calls(calendarApi.calendar).length).toBeGreaterThan(1));

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('The post is scheduled again.')).toBeVisible();
    expect(api.calls(postApi.update)[1]?.body).toEqual({
      publishAt: at(`${MONTH}-24T09:00`),
      basePublishAt: at(`${MONTH}-26T11:30`),
      undo: true,
    });
  });

  it('moves a dragged post to another day, at the same time', async () => {
    const { user, api } = await openCalendar(movable());
    const dragged = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, data: string) => dragged.set(type, data),
      getData: (type: string) => dragged.get(type) ?? '',
    };

    fireEvent.dragStart(within(cell(/November 24/)).getByText(/To come/), { dataTransfer });
    fireEvent.drop(cell(/November 26/), { dataTransfer });
    const change = await screen.findByRole('button', { name: 'Change' });
    expect(screen.getByLabelText('Publish on')).toHaveValue(`${MONTH}-26T09:00`);
    await user.click(change);

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(postApi.update)).toMatchObject([
      { params: { id: 'plan' }, body: { publishAt: at(`${MONTH}-26T09:00`) } },
    ]);
  });

  it('refuses a time in the past before anything is sent', { tags: 'thorough' }, async () => {
    const { user, api } = await openCalendar();

    const field = await move(user, screen.getByRole('button', { name: 'Move' }), '2020-01-01T09:00');

    expect(await screen.findByText('The time to publish at has to be in the future')).toBeVisible();
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(api.calls(postApi.update)).toEqual([]);
  });

  it('is a list of days on narrow screens', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('48em') });
    renderPage(`/admin/calendar?day=${MONTH}-24`, {
      viewer: moderator,
      api: createFakeApi(moderator).on(calendarApi.calendar, calendar),
    });

    const list = within(await screen.findByRole('list', { name: 'November 2099' }));

    expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Tuesday, November 3, 2099',
      'Tuesday, November 24, 2099',
    ]);
    expect(list.getByRole('button', { name: 'Move' })).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});
