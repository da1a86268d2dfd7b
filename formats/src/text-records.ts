import { isReservedPath } from '@inkwell/shared/addresses';
import { isBlank } from '@inkwell/shared/fields';
import { markdownBlocks } from '@inkwell/shared/markdown/blocks';
import { plainText } from '@inkwell/shared/plain-text';
import { POST_DETAIL_LIMITS, POST_TEXT_LIMITS } from '@inkwell/shared/post-limits';
import { LANGUAGE } from '@inkwell/shared/publication';
import { SITE_PAGE_SLUG_LIMIT, SitePageSlug } from '@inkwell/shared/site-pages';
import { TAG_LIMITS } from '@inkwell/shared/tags';
import { AUTHORS_PER_POST } from '@inkwell/shared/users';
import { cutTo, lineFrom, oldPathsFrom, slugFrom } from './fitting.ts';
import type { Imported, ImportedPicture, RecordOf, ReportLine } from './records.ts';
import type { ConvertedText } from './text.ts';

/** A post or page with values in their original format. `textRecords` fits them to the limits of the contract. */
export interface RawText {
  readonly kind: 'post' | 'page';
  readonly key: string;
  readonly title: unknown;
  readonly slug: unknown;
  readonly text: ConvertedText;
  readonly status: 'published' | 'scheduled' | 'draft' | 'trash';
  /** Why the text must not become public; null if it was public. */
  readonly secret: string | null;
  readonly publishedAt: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly excerpt?: unknown;
  readonly authors?: readonly string[];
  readonly category?: string | null;
  readonly tags?: readonly string[];
  readonly series?: string | null;
  readonly seriesPlace?: number | null;
  readonly isFeatured?: boolean;
  readonly isClosed?: boolean;
  readonly math?: boolean;
  readonly isHiddenFromSearch?: boolean;
  readonly language?: unknown;
  readonly canonicalUrl?: unknown;
  readonly cover?: ImportedPicture | null;
  readonly coverDescription?: unknown;
  readonly coverCaption?: unknown;
  readonly searchTitle?: unknown;
  readonly searchDescription?: unknown;
  readonly cardTitle?: unknown;
  readonly cardText?: unknown;
  readonly cardPicture?: ImportedPicture | null;
  /** Addresses or paths. */
  readonly oldPaths: readonly (string | null)[];
  /** Additional report lines. */
  readonly remarks?: ConvertedText['remarks'];
}

export const UNTITLED = 'Untitled';
/** Why a public text becomes a draft: with the date of the import, it would be the newest text. */
export const UNDATED = 'Its date cannot be read';

/** The status of a public text: scheduled until its date. */
export const statusAt = (publishedAt: string | null, now: Date): 'published' | 'scheduled' =>
  publishedAt !== null && Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published';

/** The records of one text, preceded by their report lines. A text that is too long continues in drafts. */
export function* textRecords(raw: RawText): Generator<Imported> {
  const lines: ReportLine[] = [];
  const { kind, key } = raw;
  const name = lineFrom(raw.title, POST_TEXT_LIMITS.title, 'The title', () => {}) ?? UNTITLED;
  const address = raw.oldPaths.find((path) => path !== null)?.slice(0, POST_DETAIL_LIMITS.address) ?? null;
  const say = (reason: ReportLine['reason'], text: string, about: string | null = null) =>
    lines.push({
      kind: 'report',
      reason,
      text,
      about: cutTo(name, 300),
      record: { kind, key },
      address: about ?? address,
    });

  if (raw.secret !== null) say('not-public', `${raw.secret}: it is a draft now`);
  for (const remark of [...raw.text.remarks, ...(raw.remarks ?? [])]) say(remark.reason, remark.text, remark.address);

  const status = raw.secret === null || raw.status === 'trash' ? raw.status : 'draft';
  const title = lineFrom(raw.title, POST_TEXT_LIMITS.title, 'The title', say);
  if (title === null) say('changed', 'It had no title');
  const [first = name, ...rest] = parts(raw.text.markdown, title ?? name, say);
  const shared = {
    key,
    title: title ?? UNTITLED,
    content: first,
    pictures: [...raw.text.pictures],
    status,
    publishAt: status === 'scheduled' ? raw.publishedAt : null,
    publishedAt: status === 'scheduled' || (status === 'trash' && raw.secret !== null) ? null : raw.publishedAt,
    createdAt: raw.createdAt,
    updatedAt: raw.updatedAt,
    language: languageFrom(raw.language),
    searchTitle: lineFrom(raw.searchTitle, POST_DETAIL_LIMITS.searchTitle, 'The title for search engines', say),
    searchDescription: lineFrom(
      raw.searchDescription,
      POST_DETAIL_LIMITS.searchDescription,
      'The description for search engines',
      say,
    ),
    math: raw.math ?? false,
    isHiddenFromSearch: raw.isHiddenFromSearch ?? false,
    oldPaths: oldPathsFrom(raw.oldPaths),
  };
  const made = kind === 'page' ? pageOf(raw, shared, say) : postOf(raw, shared, say);
  yield* lines;
  yield made;
  for (const [index, content] of rest.entries()) {
    const more = {
      ...made,
      key: `${key}#${index + 2}`,
      title: cutTo(`${title ?? name} (${index + 2})`, POST_TEXT_LIMITS.title),
      content,
    };
    yield {
      ...more,
      status: 'draft',
      publishAt: null,
      publishedAt: null,
      oldPaths: [],
      ...(more.kind === 'page' ? { slug: `${more.slug}-${index + 2}`.slice(-SITE_PAGE_SLUG_LIMIT) } : {}),
    } as Imported;
  }
}

type Shared = Omit<RecordOf<'page'>, 'kind' | 'slug'>;
type Say = (reason: ReportLine['reason'], text: string, address?: string | null) => void;

function postOf(raw: RawText, shared: Shared, say: Say): RecordOf<'post'> {
  const { tags = [], authors = [] } = raw;
  if (tags.length > TAG_LIMITS.perPost)
    say('left-out', `It had ${tags.length} tags: the first ${TAG_LIMITS.perPost} were taken`);
  if (authors.length > AUTHORS_PER_POST)
    say('left-out', `It had ${authors.length} authors: the first ${AUTHORS_PER_POST} were taken`);
  return {
    kind: 'post',
    ...shared,
    slug: slugFrom(raw.slug, shared.title, POST_DETAIL_LIMITS.slug),
    excerpt: lineFrom(raw.excerpt, POST_TEXT_LIMITS.excerpt, 'The excerpt', say),
    authors: [...new Set(authors)].slice(0, AUTHORS_PER_POST),
    category: raw.category ?? null,
    tags: [...new Set(tags)].slice(0, TAG_LIMITS.perPost),
    series: raw.series ?? null,
    seriesPlace: raw.seriesPlace ?? null,
    isFeatured: raw.isFeatured ?? false,
    canonicalUrl: canonicalFrom(raw.canonicalUrl, say),
    cover: raw.cover ?? null,
    coverDescription: lineFrom(
      raw.coverDescription,
      POST_DETAIL_LIMITS.coverDescription,
      'The description of the cover',
      say,
    ),
    coverCaption: lineFrom(raw.coverCaption, POST_DETAIL_LIMITS.coverCaption, 'The caption of the cover', say),
    cardTitle: lineFrom(raw.cardTitle, POST_DETAIL_LIMITS.cardTitle, 'The title of the card', say),
    cardText: lineFrom(raw.cardText, POST_DETAIL_LIMITS.cardText, 'The text of the card', say),
    cardPicture: raw.cardPicture ?? null,
    isClosed: raw.isClosed ?? false,
  };
}

function pageOf(raw: RawText, shared: Shared, say: Say): RecordOf<'page'> {
  const slug = slugFrom(raw.slug, shared.title, SITE_PAGE_SLUG_LIMIT - 5) ?? 'page';
  const isFree = SitePageSlug.safeParse(slug).success && !isReservedPath(`/${slug}`);
  if (!isFree) say('changed', `The address /${slug} belongs to the site itself: it is /${slug}-page`);
  if (raw.cover) say('left-out', 'Pages have no cover: its picture was left out', raw.cover.address);
  return { kind: 'page', ...shared, slug: isFree ? slug : `${slug}-page` };
}

const languageFrom = (value: unknown): string | null =>
  typeof value === 'string' && LANGUAGE.test(value.trim()) && value.trim().length <= 40 ? value.trim() : null;

function canonicalFrom(value: unknown, say: Say): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.startsWith('__GHOST_URL__')) return null;
  const isTaken =
    text.length <= POST_DETAIL_LIMITS.address && /^https:\/\/(?![^/?#]*@)[^\s/\\"'<>]+\.[^\s\\"'<>]+$/u.test(text);
  if (!isTaken)
    say('left-out', 'The address of the original must begin with https://', text.slice(0, POST_DETAIL_LIMITS.address));
  return isTaken ? text : null;
}

/** Splits a text into parts that fit into a post, each of whole blocks. */
function parts(markdown: string, title: string, say: Say): string[] {
  if (isBlank(plainText(markdown.slice(0, 10_000))) && isBlank(markdown)) {
    say('changed', 'It had no text: its title stands there');
    return [title];
  }
  const max = POST_TEXT_LIMITS.content;
  if (markdown.length <= max) return [markdown];
  const made: string[] = [];
  let start = 0;
  let end = 0;
  for (const block of markdownBlocks(markdown) ?? [{ start: 0, end: markdown.length }]) {
    if (block.end - start > max && end > start) {
      made.push(markdown.slice(start, end));
      start = block.start;
    }
    end = block.end;
    for (; end - start > max; start += max) made.push(markdown.slice(start, start + max));
  }
  made.push(markdown.slice(start, end));
  const filled = made.map((part) => part.trim()).filter((part) => !isBlank(part));
  say('changed', `The text is longer than ${max} characters: it goes on in ${filled.length - 1} drafts`);
  return filled;
}
