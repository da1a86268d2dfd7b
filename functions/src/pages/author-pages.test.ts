import { CARD_SIZES, LEAD_SIZES } from '@inkwell/shared/images';
import { SERVED_DATA_ID } from '@inkwell/shared/served-keys';
import { postPath } from '@inkwell/shared/slug';
import { parseAtomFeed } from 'feedsmith';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { SITE, serveEachTest } from '../testing/served.ts';

const site = serveEachTest();

const { get, statusOf, publish } = site;

const guest = async (fields: object) => (await api.post('/api/admin/authors', fields, site.admin)).body;

describe('the page of an author', () => {
  it("shows the biography and posts safely, with the app's answers", async () => {
    const grace = await guest({
      name: 'Grace <b> Hopper',
      text: '<script>alert(1)</script>\n\n**Navy**, [site](https://x.example) ![p](https://x.example/p.png)',
      website: 'https://grace.example/',
      handles: { fediverse: '@grace@social.example' },
    });
    const post = await publish({ authorIds: [site.admin.id, grace.id] });
    await publish({ title: 'Others' });

    const page = await get(`/authors/${grace.id}/grace-b-hopper`);

    expect(page.status).toBe(200);
    expect(page.text).toContain('Grace &lt;b&gt; Hopper</h1>');
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('<strong>Navy</strong>');
    expect(page.text).toContain('<a href="https://x.example/" rel="nofollow ugc noopener noreferrer">site</a>');
    expect(page.text).toContain('<a href="https://grace.example/" rel="nofollow ugc noopener noreferrer"');
    expect(page.text).toContain('>grace.example</span></a>');
    expect(page.text).toContain('href="https://social.example/@grace" rel="nofollow ugc noopener noreferrer"');
    expect(page.text).not.toContain('p.png"');
    expect(page.text).toContain(postPath(post));
    expect(page.text).not.toContain('Others');
    expect(page.text).not.toContain(site.admin.email);
    expect(page.text).toContain(`href="${SITE}/feed/authors/${grace.id}.xml"`);
    expect(page.text).toContain(SERVED_DATA_ID);
    expect((await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(page.text)).valid).toBe(
      true,
    );
  });

  it.each([
    [1, LEAD_SIZES],
    [2, CARD_SIZES],
    [4, LEAD_SIZES],
  ])('preloads the first of %i pictures in the size in which the app shows it', async (count, sizes) => {
    const grace = await guest({ name: 'Grace Hopper' });
    for (let n = 0; n < count; n++)
      await publish({
        authorIds: [grace.id],
        featuredImage: `https://x.example/o/images%2F${n}-sea-900x600.webp?alt=media`,
      });

    const { text } = await get(`/authors/${grace.id}/grace-hopper`);

    expect(/imagesizes="([^"]*)"/.exec(text)?.[1]).toBe(sizes);
    expect(/<img [^>]* sizes="([^"]*)"/.exec(text)?.[1]).toBe(sizes);
  });

  it('has one address, and none without a published post', async () => {
    const grace = await guest({ name: 'Grace Hopper' });
    const path = `/authors/${grace.id}/grace-hopper`;
    expect(await statusOf(path)).toBe(404);
    const post = await publish({ authorIds: [grace.id] });

    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(`/authors/${grace.id}`)).toEqual([301, path]);
    expect(await statusOf(`/authors/${grace.id}/wrong`)).toEqual([301, path]);
    for (const other of [site.admin.id, 'nobody', 'guest-nobody', 'a%2Fb', 'x'.repeat(200)]) {
      expect([other, (await get(`/authors/${other}`)).status]).toEqual([other, 404]);
    }

    await api.post(`/api/admin/authors/${grace.id}/join`, { userId: site.admin.id }, site.admin);
    expect(await statusOf(path)).toEqual([301, `/authors/${site.admin.id}/ada-lovelace`]);
    expect(await statusOf(`/authors/${site.admin.id}/ada-lovelace`)).toBe(200);
    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, site.admin);
    expect(await statusOf(`/authors/${site.admin.id}/ada-lovelace`)).toBe(404);
  });

  it('is where bylines, structured data, feeds and the sitemap lead', async () => {
    const grace = await guest({ name: 'Grace Hopper', handles: { fediverse: 'grace@social.example' } });
    const post = await publish({ authorIds: [site.admin.id, grace.id] });
    const [first, second] = [`/authors/${site.admin.id}/ada-lovelace`, `/authors/${grace.id}/grace-hopper`];

    const { text } = await get(postPath(post));

    expect(text).toContain(
      `<a rel="author" href="${first}">Ada Lovelace</a> and <a rel="author" href="${second}">Grace Hopper</a>`,
    );
    expect(text).toContain(
      `"author":[{"@type":"Person","name":"Ada Lovelace","url":"${SITE}${first}"},{"@type":"Person","name":"Grace Hopper","url":"${SITE}${second}"}]`,
    );
    expect(text).toContain(`<meta property="article:author" content="${SITE}${second}">`);
    expect(text.match(/fediverse:creator/g)).toHaveLength(1);
    expect(text).toContain('<meta name="fediverse:creator" content="@grace@social.example">');
    const feed = parseAtomFeed((await get(`/feed/authors/${grace.id}.xml`)).text);
    expect(feed.entries?.[0]?.authors?.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Grace Hopper']);
    expect((await get('/feed/authors/nobody.xml')).status).toBe(404);
    const sitemap = (await get('/sitemap.xml')).text;
    expect(sitemap).toContain(`<loc>${SITE}${first}</loc>`);
    expect(sitemap).toContain(`<loc>${SITE}${second}</loc>`);
  });
});
