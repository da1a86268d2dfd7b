import type { Activity } from '@inkwell/shared/analytics';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, signInMany } from '../testing/users.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';

beforeEach(async () => {
  await resetFirestore();
  // Lets cached figures of earlier tests expire.
  clock.advance(61_000);
});

const lastMonth = () => {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 1_000);
};

describe('GET /api/stats and GET /api/users/count', () => {
  it('count published posts, categories, views and accounts', async () => {
    await signInMany(3);
    await seedCategory();
    const post = await seedPost();
    await seedPost();
    await seedPost({ isPublished: false });
    await db.doc(`posts/${post.id}`).update({ views: 41 });

    expect((await api.get('/api/stats')).body).toEqual({ posts: 2, categories: 1, views: 41, users: 3 });
    expect((await api.get('/api/users/count')).body).toBe(3);
  });

  it('start at zero', async () => {
    expect((await api.get('/api/stats')).body).toEqual({ posts: 0, categories: 0, views: 0, users: 0 });
  });

  it('are refreshed once a minute per instance, at no cost to calls', async () => {
    await api.get('/api/stats');
    await signIn();

    const answers = await Promise.all([1, 2, 3].map(() => api.get('/api/users/count')));

    expect(answers).toMatchObject(Array(3).fill({ body: 0, reads: 0, writes: 0 }));
    clock.advance(60_000);
    expect(await api.get('/api/users/count')).toMatchObject({ body: 1, reads: 0 });
  });

  it('are counted once for all instances: the next one reads a single document', async () => {
    const counted = await createAnalyticsRepository(db).figures(clock.now(), 60_000);
    await signIn();
    const meter = createMeter();

    const again = await withMeter(meter, () => createAnalyticsRepository(db).figures(clock.now(), 60_000));

    expect(again).toEqual(counted);
    expect(again.users).toBe(0);
    expect([meter.reads, meter.writes]).toEqual([1, 0]);
  });

  it('are counted again if another version stored other fields', async () => {
    await db.doc('counters/publication').set({ at: clock.now(), users: 7 });
    await signIn();

    expect((await createAnalyticsRepository(db).figures(clock.now(), 60_000)).users).toBe(1);
  });
});

describe('GET /api/admin/analytics', () => {
  it('fills every field', async () => {
    const staff = await signIn({ role: 'moderator', displayName: 'Grace' });
    const away = await signIn();
    const veteran = await signIn();
    await db.doc(`users/${away.id}`).update({ lastSeenAt: new Date(clock.now().getTime() - 361_000) });
    await db.doc(`users/${veteran.id}`).update({ createdAt: lastMonth() });
    const [tea, coffee] = [await seedCategory('Tea'), await seedCategory('Coffee')];
    const best = await seedPost({ title: 'Best', categoryId: tea.id, authorId: staff.id });
    const old = await seedPost({ title: 'Old', categoryId: tea.id });
    await seedPost({ title: 'Draft', isPublished: false, categoryId: coffee.id });
    await db.doc(`posts/${best.id}`).update({ views: 5, popularity: 14 });
    await db.doc(`posts/${old.id}`).update({ views: 7, popularity: 7, createdAt: lastMonth() });
    await api.post(`/api/posts/${best.id}/like`, {}, staff);
    await api.post(`/api/posts/${best.id}/comments`, { content: 'Good' }, away);
    await subscribe('pending@example.com', false);
    await subscribe('confirmed@example.com', true);

    const { body } = await api.get('/api/admin/analytics', staff);

    expect(body).toMatchObject({
      totalPosts: 3,
      postsThisMonth: 1,
      totalViews: 12,
      totalUsers: 3,
      usersThisMonth: 2,
      totalNewsletterSubscribers: 1,
      totalLikes: 1,
      totalComments: 1,
      totalCategories: 2,
      topPosts: [
        { id: best.id, title: 'Best', views: 5, likes: 1, comments: 1 },
        { id: old.id, title: 'Old', views: 7, likes: 0, comments: 0 },
      ],
      topCategories: [
        { id: tea.id, name: 'Tea', postCount: 2 },
        { id: coffee.id, name: 'Coffee', postCount: 0 },
      ],
    });
    // Commenting marked the commenter as seen.
    expect(body.onlineUsersCount).toBeGreaterThanOrEqual(2);
  });

  it('lists the newest posts, comments, sign-ups and subscribers, without addresses or unpublished posts', async () => {
    const staff = await signIn({ role: 'admin', displayName: 'Grace' });
    const nameless = await signIn({ displayName: '' });
    const post = await seedPost({ title: 'Harbour', authorId: staff.id });
    await seedPost({ title: 'Hidden draft', isPublished: false });
    clock.advance(1_000);
    await api.post(`/api/posts/${post.id}/comments`, { content: 'Fine' }, staff);
    clock.advance(1_000);
    await subscribe('reader@example.com', true);

    const answer = await api.get('/api/admin/analytics', staff);

    const activity: Activity[] = answer.body.recentActivity;
    expect(activity.slice(0, 2)).toMatchObject([
      { type: 'subscriber', description: 'A reader subscribed to the newsletter' },
      { type: 'comment', description: 'Grace commented on "Harbour"' },
    ]);
    expect(activity.map((event) => event.description)).toEqual(
      expect.arrayContaining(['Grace published "Harbour"', 'Grace joined', 'A new reader joined']),
    );
    expect(answer.text).not.toMatch(new RegExp(`@example|Hidden|${nameless.email}`));
    const times = activity.map((event) => event.timestamp);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('lists at most ten events and five entries of each ranking', async () => {
    const staff = await signIn({ role: 'admin' });
    for (let index = 0; index < 12; index += 1) await seedPost();
    for (let index = 0; index < 6; index += 1) await seedCategory();

    const { body } = await api.get('/api/admin/analytics', staff);

    expect([body.recentActivity.length, body.topPosts.length, body.topCategories.length]).toEqual([10, 5, 5]);
  });

  it('works for an empty publication', async () => {
    const staff = await signIn({ role: 'admin' });

    const { body } = await api.get('/api/admin/analytics', staff);

    expect(body).toMatchObject({ totalPosts: 0, totalViews: 0, topPosts: [], topCategories: [] });
  });

  it('is computed once a minute, even under parallel calls', async () => {
    const staff = await signIn({ role: 'admin' });

    const answers = await Promise.all(Array.from({ length: 10 }, () => api.get('/api/admin/analytics', staff)));

    expect(answers).toMatchObject(Array(10).fill({ status: 200, reads: 0, writes: 0 }));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });
});

async function subscribe(email: string, isConfirmed: boolean): Promise<void> {
  await db
    .collection('subscribers')
    .add({ email, isConfirmed, subscribedAt: clock.now(), generation: 1, schemaVersion: 1 });
}
