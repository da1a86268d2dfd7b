import { analyticsApi } from '@inkwell/shared/analytics';
import { bookmarkApi } from '@inkwell/shared/bookmarks';
import { calendarApi } from '@inkwell/shared/calendar';
import { categoryApi } from '@inkwell/shared/categories';
import { commentApi } from '@inkwell/shared/comments';
import { followingApi } from '@inkwell/shared/following';
import { jobApi } from '@inkwell/shared/jobs';
import { mailApi } from '@inkwell/shared/mail';
import { menuApi, NO_MENU } from '@inkwell/shared/menu';
import { moderationApi } from '@inkwell/shared/moderation';
import { newsletterIssueApi } from '@inkwell/shared/newsletter-issues';
import { noteApi } from '@inkwell/shared/notes';
import { notificationApi } from '@inkwell/shared/notifications';
import { canWrite, isAdmin, isStaff } from '@inkwell/shared/permissions';
import { personMailApi } from '@inkwell/shared/person-mails';
import { personalDataApi } from '@inkwell/shared/personal-data';
import { postApi } from '@inkwell/shared/posts';
import { readingApi } from '@inkwell/shared/reading';
import { reviewApi } from '@inkwell/shared/reviews';
import { searchApi } from '@inkwell/shared/search';
import type { ServedAnswer } from '@inkwell/shared/served';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { type OwnSubscription, subscriberApi } from '@inkwell/shared/subscribers';
import { type User, userApi } from '@inkwell/shared/users';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { routes as appRoutes } from '../app/router.tsx';
import { autosavedFields } from '../lib/autosave/fields.ts';
import { hydrateServedData } from '../lib/hydrate.ts';
import { resetIdentity, startIdentity } from '../lib/identity-store.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { safeStorage } from '../lib/safe-storage.ts';
import { FakeApi } from './fake-api.ts';
import { FakeDrafts } from './fake-drafts.ts';
import { FakeIdentity } from './fake-identity.ts';
import { pageRoutes } from './page-routes.tsx';
import { sampleAnalytics } from './sample-analytics.ts';
import { samplePost, sampleReview } from './samples.ts';

interface RenderOptions {
  /** A visitor by default. */
  readonly viewer?: User | null;
  readonly api?: FakeApi;
  readonly identity?: FakeIdentity;
  /** Data of the served page. */
  readonly served?: readonly ServedAnswer[];
}

/** Adds the data element of a served page to the document. */
export function serve(json: string): void {
  const element = Object.assign(document.createElement('script'), { id: SERVED_DATA_ID, type: 'application/json' });
  element.textContent = json;
  document.body.append(element);
}

/** A fake server that answers the calls of every page and of the editor: the viewer's account, no notifications, comments open, no popular posts. */
export function createFakeApi(viewer: User | null = null): FakeApi {
  const api = new FakeApi().on(categoryApi.list, () => []);
  if (viewer) {
    api
      .on(userApi.current, () => viewer)
      .on(notificationApi.list, () => [])
      .on(notificationApi.choices, () => ({
        replies: true,
        comments: true,
        reviews: true,
        notes: true,
        following: true,
        mutedThreads: [],
      }))
      .on(readingApi.places, () => [])
      .on(readingApi.posts, () => [])
      .on(readingApi.note, () => undefined)
      .on(followingApi.look, () => ({ newPosts: 0 }))
      .on(followingApi.status, () => ({ isFollowed: false }))
      .on(followingApi.posts, () => [])
      .on(bookmarkApi.saved, () => ({ posts: [], lists: [] }))
      .on(personalDataApi.copy, () => ({ state: 'none' as const, requestedAt: null, url: null, expiresAt: null }))
      .on(commentApi.access, () => ({ refused: null }));
  } else api.on(postApi.popular, () => []);
  if (canWrite(viewer)) {
    new FakeDrafts().answer(api);
    api.on(reviewApi.state, () => sampleReview()).on(noteApi.list, () => []);
  }
  if (isStaff(viewer)) {
    api.on(reviewApi.list, () => []).on(analyticsApi.analytics, () => sampleAnalytics());
    api.on(moderationApi.queue, () => ({ reported: 0, held: 0 }));
    if (isAdmin(viewer)) {
      api.on(newsletterIssueApi.list, () => []).on(jobApi.list, () => []);
      api.on(mailApi.standing, () => ({ isOn: true, waiting: 0, oldest: null, givenUp: 0 }));
      api.on(mailApi.sender, () => ({
        address: 'noreply@inkwell.test',
        domain: 'inkwell.test',
        checkedAt: null,
        records: [],
      }));
      api.on(mailApi.suppressions, () => []);
    }
    // Lists of the overview.
    for (const endpoint of [calendarApi.calendar, postApi.adminList]) api.hang(endpoint);
  }
  return api;
}

/** Opens a post without comments and similar posts. */
export const withPost = (api: FakeApi, post = samplePost()): FakeApi =>
  api
    .on(postApi.byId, () => post)
    .on(postApi.view, () => undefined)
    .on(postApi.similar, () => [])
    .on(postApi.likeStatus, () => ({ liked: false, count: post.likesCount }))
    .on(commentApi.list, () => []);

/** For tests that end on the home or landing page, whose calls are never answered unless the test sets handlers. */
export function leadsHome(api: FakeApi): FakeApi {
  for (const endpoint of [postApi.list, postApi.popular, categoryApi.list, analyticsApi.stats, userApi.count]) {
    if (!api.hasHandler(endpoint)) api.hang(endpoint);
  }
  return api;
}

const NOT_SUBSCRIBED: OwnSubscription = {
  wants: [],
  categories: null,
  email: null,
  isVerified: false,
  isSubscribed: false,
  isDigestOn: false,
};

/** Renders the whole app with a fake API and a fake identity provider. Fails the test for calls without a handler. */
export const renderApp = (address: string, options?: RenderOptions) => renderRoutes(appRoutes, address, options);

/** Like `renderApp`, but without the frame of every page: header, footer, background services and staff navigation. */
export const renderPage = (address: string, options?: RenderOptions) => renderRoutes(pageRoutes, address, options);

function renderRoutes(routes: RouteObject[], address: string, { viewer = null, ...given }: RenderOptions = {}) {
  const api = given.api ?? createFakeApi(viewer);
  const identity = given.identity ?? new FakeIdentity(viewer && { uid: viewer.id, email: viewer.email });
  const client = createQueryClient();
  const router = createMemoryRouter(routes, { initialEntries: [address] });

  // An unknown address is looked up as a site page, and shows the newest posts.
  if (!api.hasHandler(sitePageApi.bySlug)) api.refuse(sitePageApi.bySlug, 404);
  if (!api.hasHandler(postApi.list)) api.hang(postApi.list);
  if (!api.hasHandler(personMailApi.choices))
    api.on(personMailApi.choices, () => ({
      answers: true,
      comments: false,
      reviews: true,
      broadcasts: false,
      figures: false,
    }));
  if (!api.hasHandler(subscriberApi.own)) api.on(subscriberApi.own, () => NOT_SUBSCRIBED);
  if (!api.hasHandler(menuApi.read)) api.on(menuApi.read, () => NO_MENU);
  if (!api.hasHandler(searchApi.suggestions))
    api.on(searchApi.suggestions, () => ({ posts: [], tags: [], authors: [] }));
  if (given.served) {
    serve(JSON.stringify(given.served));
    hydrateServedData(client);
  }
  api.install();
  resetIdentity(identity);
  if (identity.identity) safeStorage.set('inkwell:had-session', '1');
  startIdentity();
  const view = render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );

  onTestFinished(() => {
    view.unmount();
    client.clear();
    resetIdentity();
    autosavedFields.reset();
    api.verify();
  });
  const user = userEvent.setup();
  return {
    ...view,
    api,
    identity,
    client,
    router,
    user,
    /** Presses a button of a dialog that opens. */
    async answer(title: string | RegExp, button: string | RegExp) {
      const dialog = await screen.findByRole('dialog', { name: title });
      await user.click(within(dialog).getByRole('button', { name: button }));
    },
    /** Replaces the text of a field. */
    async refill(field: HTMLElement, text: string) {
      await user.clear(field);
      await user.type(field, text);
    },
  };
}
