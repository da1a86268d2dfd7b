import { ownPostApi } from '@inkwell/shared/own-posts';
import { type Traffic, trafficApi } from '@inkwell/shared/traffic';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hrefOf, textsOf } from '../../../test/parts.ts';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { contributor, moderator } from '../../../test/samples.ts';
import * as csv from '../csv.ts';

const TODAY = '2026-11-24';
const row = (key: string, views: number, visitors = Math.ceil(views / 2)) => ({ key, views, visitors });
const PERIOD = { from: '2026-10-26', to: TODAY };

/** Rows and names by kind of key. */
const ROWS: Readonly<Record<string, Omit<Traffic, 'from' | 'to'>>> = {
  day: { rows: [row('2026-10-25', 50, 20), row('2026-11-23', 90), row(TODAY, 30)] },
  post: { rows: [row('post-1', 80), row('gone', 20), row('other', 4)], names: { 'post-1': 'Harbour lights' } },
  source: { rows: [row('direct', 70), row('example.com', 50)] },
  country: { rows: [row('DE', 60), row('other', 4)] },
  device: { rows: [row('mobile', 9)] },
  unfound: { rows: [row('sealing wax', 3)] },
  tag: { rows: Array.from({ length: 12 }, (_, n) => row(`tag-${n}`, 40 - n)) },
};

const speed = { lcp: 2_400, inp: 340, cls: 260 };

function server(by = moderator) {
  return createFakeApi(by)
    .on(trafficApi.traffic, ({ query }) => ({ ...PERIOD, ...(ROWS[query.group] ?? { rows: [] }) }))
    .on(trafficApi.now, () => ({ views: 7, minutes: [] }))
    .on(trafficApi.won, () => ({
      ...PERIOD,
      subscribers: 3,
      followers: 1,
      days: [],
      names: { 'post-1': 'Harbour lights' },
      posts: [{ key: 'post-1', subscribers: 3, followers: 1 }],
    }))
    .on(trafficApi.speed, () => ({
      ...PERIOD,
      pages: [
        { page: 'post' as const, visits: 40, ...speed, days: [], slowerSince: '2026-11-20' },
        { page: 'list' as const, visits: 9, lcp: 900, inp: 50, cls: 10, days: [], slowerSince: '2026-11-21' },
        { page: 'home' as const, visits: 0, lcp: null, inp: null, cls: null, days: [], slowerSince: null },
      ],
    }))
    .on(trafficApi.post, ({ params }) => ({
      ...PERIOD,
      postId: params.id,
      title: 'Harbour lights',
      views: 80,
      visitors: 40,
      days: [row(TODAY, 80)],
      sources: [row('example.com', 50)],
      campaigns: [],
      readThrough: { visits: 40, quarter: 40, half: 30, threeQuarters: 20, whole: 10 },
      comments: 4,
      subscribers: 3,
      followers: 1,
    }));
}

const open = (search = '', api = server(), viewer = moderator) =>
  renderPage(`/admin/analytics${search}`, { viewer, api });
const list = async (name: string) => within(await screen.findByRole('list', { name }));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00Z`), toFake: ['Date'] });
});

describe('the traffic of the site', () => {
  it('shows the trend compared with the previous period, the last minutes, and the top posts', async () => {
    const { api } = open();

    const table = await screen.findByRole('table', { name: 'Views by day, compared with the previous period' });
    expect(within(table).getByRole('row', { name: 'Nov 24 30 50' })).toBeVisible();
    expect(api.calls(trafficApi.traffic)[0]?.query).toEqual({ group: 'day', from: '2026-09-26', to: TODAY });
    expect(screen.getByText('140% more than in the previous 30 days')).toBeVisible();
    expect(await screen.findByText('In the last 30 minutes')).toBeVisible();
    const posts = await list('Posts');
    expect(hrefOf('Harbour lights', posts)).toBe('/admin/analytics?post=post-1');
    expect(textsOf(posts.getAllByRole('listitem'))).toEqual([
      'Harbour lights80 views40 daily visitors',
      'Deleted20 views10 daily visitors',
      'Other4 views2 daily visitors',
    ]);
  });

  it('shows the figures of the column selected by keyboard', async () => {
    const { user } = open();
    const chart = await screen.findByRole('slider', { name: 'Views by day, compared with the previous period' });
    expect(chart).toHaveAttribute('aria-valuetext', 'Nov 24 · Views: 30 · Views 30 days earlier: 50');

    chart.focus();
    await user.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuetext', 'Nov 23 · Views: 90 · Views 30 days earlier: 0');
    expect(screen.getByText('Nov 23 · Views: 90 · Views 30 days earlier: 0')).toBeVisible();
    await user.keyboard('{Home}{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuenow', '1');
    await user.keyboard('{End}{ArrowRight}');
    expect(chart).toHaveAttribute('aria-valuenow', '30');
  });

  it('shows weeks and months, in the address', async () => {
    const { user, router, api } = open();
    await list('Posts');

    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 12 months');

    const table = await screen.findByRole('table', { name: 'Views by month, compared with the previous period' });
    expect(within(table).getByRole('row', { name: 'Nov 120 0' })).toBeVisible();
    expect(router.state.location.search).toBe('?period=month');
    expect(api.calls(trafficApi.traffic).at(-1)?.query).toMatchObject({ to: TODAY });
  });

  it.each([
    ['Sources', 'Direct70 views35 daily visitors'],
    ['Countries', 'Germany60 views30 daily visitors'],
    ['Devices', 'Phones9 views5 daily visitors'],
    ['Without Results', 'sealing wax3 searches2 daily visitors'],
    ['Days', 'November 24, 202630 views15 daily visitors'],
    ['Subscriptions', 'Harbour lights3 subscribers1 follower'],
  ])('lists %s', async (label, first) => {
    const { user } = open('?period=week');

    await user.click(await screen.findByRole('link', { name: label }));

    expect((await list(label)).getAllByRole('listitem')[0]).toHaveTextContent(first);
    expect(screen.getByRole('combobox', { name: 'Period' })).toHaveValue('week');
  });

  it('opens the trend of a source in the address, and leads back to the trend of all views', async () => {
    const { user, router, api } = open('?by=source');
    const sources = await list('Sources');
    expect(screen.getByText('Views now')).toBeVisible();

    await user.click(sources.getByRole('link', { name: 'example.com' }));

    expect(await screen.findByRole('heading', { name: 'Source: example.com' })).toHaveFocus();
    expect(router.state.location.search).toBe('?by=source&key=example.com');
    expect(await screen.findByRole('table', { name: /^Views by day.* \(Source: example\.com\)$/ })).toBeInTheDocument();
    expect(api.calls(trafficApi.traffic).at(-1)?.query).toMatchObject({
      group: 'day',
      kind: 'source',
      key: 'example.com',
    });
    expect(sources.getByRole('link', { current: true })).toHaveTextContent('example.com');
    expect(screen.queryByText('Views now')).not.toBeInTheDocument();

    await user.click(screen.getByRole('link', { name: 'Show All Views' }));
    expect(screen.queryByRole('heading', { name: /^Source/ })).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?by=source');
  });

  it('has a trend for the countries of a shared address, but not for the rest of a list', async () => {
    const { user, router } = open('?by=country&key=DE');

    expect(await screen.findByRole('heading', { name: 'Country: Germany' })).not.toHaveFocus();
    expect(textsOf((await list('Countries')).getAllByRole('link'))).toEqual(['Germany']);
    await user.click(screen.getByRole('link', { name: 'Devices' }));
    expect(router.state.location.search).toBe('?by=device');
    expect((await list('Devices')).queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows the ten most viewed of a long list, and all on request', async () => {
    const { user } = open('?by=tag');
    const tags = await list('Tags');
    expect(tags.getAllByRole('listitem')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show All 12' }));
    expect(tags.getAllByRole('listitem')).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: 'Show Fewer' }));
    expect(tags.getAllByRole('listitem')).toHaveLength(10);
  });

  it('exports the displayed list', async () => {
    const download = vi.spyOn(csv, 'downloadCsv').mockImplementation(() => {});
    const { user } = open('?by=country');
    await list('Countries');

    await user.click(screen.getByRole('button', { name: 'Export CSV' }));

    await waitFor(() => expect(download).toHaveBeenCalled());
    expect(download.mock.calls[0]?.[0]).toBe(`traffic-country-${TODAY}.csv`);
    expect(download.mock.calls[0]?.[1]).toBe(
      '"Countries","Views","Daily visitors"\r\n"Germany","60","30"\r\n"Other","4","2"\r\n',
    );
  });

  it('describes in words how fast pages are, and since when they are slower', async () => {
    open();

    const table = within(await screen.findByRole('table', { name: 'Speed by kind of page' }));
    expect(table.getByText('2.4 s')).toHaveTextContent('2.4 s good');
    expect(table.getByText('340 ms')).toHaveTextContent('340 ms needs work');
    expect(table.getByText('0.26')).toHaveTextContent('0.26 poor');
    expect(table.getByText('November 20, 2026')).toHaveAttribute('data-tone', 'warning');
    // Still good in all measures.
    expect(table.getByText('November 21, 2026')).toHaveAttribute('data-tone', 'neutral');
    expect(table.queryByRole('cell', { name: 'Home page' })).not.toBeInTheDocument();
  });

  it('says that there are no visits yet', async () => {
    const api = server()
      .on(trafficApi.traffic, () => ({ ...PERIOD, rows: [] }))
      .on(trafficApi.speed, () => ({ ...PERIOD, pages: [] }))
      .on(trafficApi.won, () => ({ ...PERIOD, subscribers: 0, followers: 0, days: [], posts: [], names: {} }));
    const { user } = open('', api);

    expect(await screen.findByRole('heading', { name: 'No visits yet' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No measurements yet' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Searches' }));
    expect(await screen.findByText(/^Words are listed once 3 visitors/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Subscriptions' }));
    expect(await screen.findByRole('heading', { name: 'No subscriptions yet' })).toBeVisible();
  });

  it('loses only the part that fails', async () => {
    const { api, user } = open('', server().refuse(trafficApi.speed, 500));

    expect(await screen.findByText('Failed to load page speed')).toBeVisible();
    expect((await list('Posts')).getByText('Harbour lights')).toBeVisible();
    api.on(trafficApi.speed, () => ({ ...PERIOD, pages: [] }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'No measurements yet' })).toBeVisible();
  });
});

describe('the statistics of a post', () => {
  it('show its authors its trend, sources, read-through, and the subscribers it gained', async () => {
    const { api } = open('?post=post-1', server(contributor), contributor);

    expect(await screen.findByRole('heading', { name: 'Harbour lights', level: 1 })).toBeVisible();
    expect(await screen.findByRole('table', { name: /^Views by day/ })).toBeInTheDocument();
    expect(api.calls(trafficApi.traffic)[0]?.query).toMatchObject({ group: 'day', post: 'post-1' });
    const read = await list('Read-through');
    expect(textsOf(read.getAllByRole('listitem'))).toEqual([
      '25%100% of visits',
      '50%75% of visits',
      '75%50% of visits',
      '100%25% of visits',
    ]);
    const sources = await list('Sources');
    expect(hrefOf('example.com', sources)).toBe('/admin/analytics?post=post-1&by=source&key=example.com');
    expect(screen.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
    expect(screen.getByText('Subscribers').nextSibling).toHaveTextContent('3');
    expect(hrefOf('View Post')).toBe('/posts/post-1/harbour-lights');
  });

  it('are refused for posts of others', async () => {
    open('?post=post-2', server(contributor).refuse(trafficApi.post, 'not-found'), contributor);

    expect(await screen.findByText('Failed to load the statistics of this post')).toBeVisible();
  });

  it('are all that authors see: without a post, they get their list', async () => {
    const api = server(contributor).on(ownPostApi.list, () => []);
    const { router } = open('', api, contributor);

    await waitFor(() => expect(router.state.location.pathname).toBe('/writing'));
  });
});
