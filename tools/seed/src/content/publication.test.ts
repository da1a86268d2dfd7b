import { CATEGORY_CHOICES } from '@inkwell/shared/category-choices';
import { CommentInput } from '@inkwell/shared/comments';
import { plainText } from '@inkwell/shared/plain-text';
import { PostInput } from '@inkwell/shared/posts';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { readPublication, type SeedPost } from './publication.ts';
import { commentTime, daysBefore, likesOf, postTime } from './schedule.ts';

const publication = await readPublication();
const { posts, comments, authors, writers, readers, newsletter, categories } = publication;
const people = [...authors, ...writers, ...readers];
const published = posts.filter(({ isDraft }) => !isDraft);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = ({ content }: SeedPost): number =>
  [...segmenter.segment(plainText(content))].filter(({ isWordLike }) => isWordLike).length;

function tokensOf(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [
    token,
    ...('tokens' in token && token.tokens ? tokensOf(token.tokens) : []),
    ...('items' in token && Array.isArray(token.items) ? tokensOf(token.items) : []),
  ]);
}

describe('the posts', () => {
  it('are about forty; some are unpublished, one of them in review', () => {
    expect(posts.length).toBeGreaterThanOrEqual(40);
    expect(posts.length - published.length).toBeGreaterThanOrEqual(4);
    expect(posts.length - published.length).toBeLessThanOrEqual(8);
    expect(posts.filter(({ isInReview }) => isInReview)).toHaveLength(1);
  });

  it('of contributors are unpublished', () => {
    const keys = writers.filter(({ writing }) => writing === 'contributor').map(({ key }) => key);

    expect(published.filter(({ author }) => keys.includes(author))).toEqual([]);
  });

  it('cover each of the eight category choices with at least four', () => {
    for (const { label } of CATEGORY_CHOICES) {
      expect(published.filter(({ category }) => category === label).length, label).toBeGreaterThanOrEqual(4);
    }
    expect(categories.map(({ name }) => name)).toEqual(CATEGORY_CHOICES.map(({ label }) => label));
  });

  it.each(posts.map((post) => [post.slug, post] as const))(
    '%s meets the limits of the contract, has no raw HTML and begins its headings at the top',
    (_, post) => {
      const input = { title: post.title, content: post.content, excerpt: post.excerpt, isPublished: !post.isDraft };
      expect(PostInput.safeParse(input).success).toBe(true);
      expect(post.excerpt?.length ?? 0).toBeGreaterThan(20);
      const tokens = tokensOf(marked.lexer(post.content));
      expect(tokens.filter(({ type }) => type === 'html')).toEqual([]);
      let above = 0;
      for (const token of tokens) {
        if (token.type !== 'heading') continue;
        expect(token.depth, token.raw).toBeLessThanOrEqual(above + 1);
        above = token.depth;
      }
    },
  );

  it('have a realistic length: most have 500 words or more, the longest above 1,200', () => {
    const counts = published.map(wordsOf);
    expect(Math.max(...counts)).toBeGreaterThan(1_200);
    expect(counts.filter((count) => count >= 500).length / counts.length).toBeGreaterThan(0.75);
    expect(Math.min(...counts)).toBeGreaterThan(250);
  });

  it('include three in one series, at their places', () => {
    const { series } = publication;
    const ofSeries = published.filter((post) => post.series === series[0]?.name);

    expect(ofSeries.map(({ place }) => place).sort()).toEqual([1, 2, 3]);
    expect(posts.filter((post) => post.series && !series.some(({ name }) => name === post.series))).toEqual([]);
  });

  it('have different titles and pictures', () => {
    expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length);
    const pictures = posts.flatMap(({ picture }) => picture ?? []);
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('contain everything that Markdown can show', () => {
    const types = new Set(posts.flatMap(({ content }) => tokensOf(marked.lexer(content))).map(({ type }) => type));
    for (const type of ['heading', 'list', 'blockquote', 'code', 'table', 'link', 'image', 'hr', 'del', 'codespan']) {
      expect(types, type).toContain(type);
    }
  });

  it('include Arabic, Japanese and German texts', () => {
    const texts = posts.map(({ content }) => content).join('\n');
    expect(texts).toMatch(/\p{Script=Arabic}{4}/u);
    expect(texts).toMatch(/\p{Script=Hiragana}{4}/u);
    expect(texts).toContain('Kartoffelklöße');
  });

  it('are by authors and spread over half a year', () => {
    const keys = new Set([...authors, ...writers].map(({ key }) => key));
    for (const post of posts) expect(keys, post.slug).toContain(post.author);
    expect(new Set(posts.map(({ author }) => author)).size).toBe(keys.size);
    const days = published.map(({ daysAgo }) => daysAgo);
    expect(Math.min(...days)).toBe(0);
    expect(Math.max(...days)).toBeGreaterThan(180);
  });
});

describe('people', () => {
  it('have email addresses that cannot exist', () => {
    for (const { email } of [...people, ...newsletter.subscribers]) {
      expect(email).toMatch(/@([a-z-]+\.)*(inkwell\.test|example\.(com|org|net))$/);
    }
  });

  it('have unique keys and addresses', () => {
    expect(new Set(people.map(({ key }) => key)).size).toBe(people.length);
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  });

  it('include an author and a contributor', () => {
    const named = (email: string) => people.find((person) => person.email === email);
    expect(named('author@inkwell.test')).toMatchObject({ role: 'user', writing: 'author' });
    expect(named('contributor@inkwell.test')).toMatchObject({ role: 'user', writing: 'contributor' });
  });
});

describe('comments', () => {
  const now = new Date('2026-06-01T12:00:00Z');

  it.each(comments.map((comment) => [comment.content.slice(0, 40), comment] as const))(
    '"%s…" matches its post',
    (_, comment) => {
      const post = published.find(({ slug }) => slug === comment.post);
      const person = people.find(({ key }) => key === comment.by);

      expect(post, comment.post).toBeDefined();
      expect(person, comment.by).toBeDefined();
      expect(CommentInput.safeParse({ content: comment.content }).success).toBe(true);
      if (!post || !person) return;
      const postedAt = postTime(now, post);
      const at = commentTime(now, postedAt, comment);
      expect(at.getTime()).toBeGreaterThan(postedAt.getTime());
      expect(at.getTime()).toBeLessThan(now.getTime());
      expect(at.getTime()).toBeGreaterThan(daysBefore(now, person.joinedDaysAgo).getTime());
    },
  );

  it('are numerous', () => {
    expect(comments.length).toBeGreaterThan(90);
    expect(new Set(comments.map(({ by }) => by)).size).toBeGreaterThanOrEqual(14);
  });
});

describe('likes', () => {
  it.each(published.map((post) => [post.slug, post] as const))(
    'of %s match the stated number, and none is by its author',
    (_, post) => {
      const now = new Date('2026-06-01T12:00:00Z');
      const likes = likesOf(now, post, people, []);

      expect(likes).toHaveLength(post.likes);
      expect(new Set(likes.map(({ by }) => by)).size).toBe(post.likes);
      expect(likes.map(({ by }) => by)).not.toContain(post.author);
      for (const { at } of likes) {
        expect(at.getTime()).toBeGreaterThanOrEqual(postTime(now, post).getTime());
        expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
      }
    },
  );
});

describe('the newsletter', () => {
  it('has 25 subscribers, some of them pending for less than the 7 days that a link lasts', () => {
    expect(newsletter.subscribers).toHaveLength(25);
    const pending = newsletter.subscribers.filter(({ isPending }) => isPending);
    expect(pending.length).toBeGreaterThanOrEqual(3);
    for (const { daysAgo } of pending) expect(daysAgo).toBeLessThan(7);
  });

  it('has broadcasts of every type, oldest first', () => {
    const { broadcasts } = newsletter;
    expect(new Set(broadcasts.map(({ type }) => type))).toEqual(new Set(['info', 'success', 'warning', 'error']));
    expect(broadcasts.map(({ daysAgo }) => daysAgo)).toEqual(
      broadcasts.map(({ daysAgo }) => daysAgo).sort((a, b) => b - a),
    );
  });
});
