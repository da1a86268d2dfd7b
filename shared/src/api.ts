import { analyticsApi } from './analytics.ts';
import { categoryApi } from './categories.ts';
import { commentApi } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { newsletterApi } from './newsletter.ts';
import { notificationApi } from './notifications.ts';
import { postApi } from './posts.ts';
import { storageApi } from './storage.ts';
import { userApi } from './users.ts';

/** Where the client goes after an unauthorized answer; there is no separate login page. Product §4 and §7. */
export const sessionApi = {
  login: endpoint({
    method: 'GET',
    path: '/api/login',
    access: 'public',
    summary: 'Leads to the page that signs in.',
    status: 302,
  }),
} as const;

/** Every call of the product, by area: what the API reference and the tests of completeness go through. */
export const api = {
  session: sessionApi,
  posts: postApi,
  comments: commentApi,
  categories: categoryApi,
  users: userApi,
  notifications: notificationApi,
  newsletter: newsletterApi,
  storage: storageApi,
  analytics: analyticsApi,
} as const;
