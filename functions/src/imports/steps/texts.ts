import { EXPORTED_PAGE_FIELDS, PLAIN_FIELDS, type PlainField } from '@inkwell/formats/exported-fields';
import type { AppError } from '@inkwell/shared/errors';
import { REDIRECT_TEXTS } from '@inkwell/shared/redirects';
import { postPath, sitePagePath } from '@inkwell/shared/slug';
import { newPost, type StoredPost } from '../../posts/posts.converter.ts';
import type { LineOf } from '../import-lines.ts';
import type { ImportedPost } from '../imported-posts.repository.ts';
import { withAddresses, withLinks } from '../rewriting.ts';
import { pictureIn, placesOf } from './pictures-of-texts.ts';
import { notRedirected, redirectableOf, redirectTo } from './redirects.ts';
import { dateOf, pastOf, type Step } from './step.ts';

/** The maximum size of the texts stored in one transaction. */
const BATCH_BYTES = 1_500_000;

/** The number of slugs to try for a page: `about`, `about-2`, ... */
const SLUGS_TRIED = 9;

export async function importPosts(lines: readonly LineOf<'post'>[], step: Step): Promise<void> {
  let batch: ImportedPost[] = [];
  let bytes = 0;
  const store = async () => {
    const { taken } = await step.posts.bring(batch, step.at);
    for (const path of taken) step.report(notRedirected(path, null, REDIRECT_TEXTS.taken));
    batch = [];
    bytes = 0;
  };
  for (const line of lines) {
    batch.push(await postOf(line, step));
    bytes += line.content.length;
    if (bytes >= BATCH_BYTES) await store();
  }
  await store();
}

export async function importPage(line: LineOf<'page'>, step: Step): Promise<void> {
  const id = step.ids.of('page', line.key, line.own?.id);
  const places = await placesOf(line.pictures, step);
  const content = contentOf(line, places, step);
  const base = newPost(
    { title: line.title, content, isPublished: false },
    { id, authorId: step.stored.createdBy, at: step.at },
  );
  const { trashedAt, ...state } = stateOf(line, step);
  const page: StoredPost = { ...base, ...state, ...pick(line, EXPORTED_PAGE_FIELDS) };
  for (let number = 1; number <= SLUGS_TRIED; number += 1) {
    const slug = number === 1 ? line.slug : `${line.slug}-${number}`;
    try {
      const made = await step.pages.create({ ...page, slug });
      if (!made) return;
      if (made.slug !== line.slug)
        step.report({
          reason: 'changed',
          text: `Its address is /${made.slug} now: another page has the former one.`,
          about: line.title,
        });
      if (trashedAt) await step.pageRemover.trash(id, step.stored.createdBy, trashedAt);
      if (made.isPublished) await redirectTo(line, sitePagePath(made.slug ?? slug), step);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  step.report({
    reason: 'left-out',
    text: 'Other pages have its address and all that are like it.',
    about: line.title,
  });
}

async function postOf(line: LineOf<'post'>, step: Step): Promise<ImportedPost> {
  const { ids, maps, stored } = step;
  const places = await placesOf([...line.pictures, line.cover, line.cardPicture], step);
  const authorIds = line.authors.flatMap((key) => maps.author[key] ?? []);
  const seriesId = line.series === null ? null : (maps.series[line.series] ?? null);
  const base = newPost(
    { title: line.title, content: contentOf(line, places, step), isPublished: false },
    { id: ids.of('post', line.key, line.own?.id), authorId: stored.createdBy, at: step.at },
  );
  const post: StoredPost = {
    ...base,
    ...stateOf(line, step),
    ...(authorIds.length > 0 && { authorIds, authorId: authorIds[0] ?? stored.createdBy }),
    ...pick(line, PLAIN_FIELDS),
    featuredImage: line.own ? (line.own.featuredImage ?? null) : pictureIn(places, line.cover),
    categoryId: line.category === null ? null : (maps.category[line.category] ?? null),
    tagIds: line.tags.flatMap((key) => maps.tag[key] ?? []),
    seriesId,
    seriesPlace: seriesId === null ? null : line.seriesPlace,
    cardPicture: line.own ? (line.own.cardPicture ?? null) : pictureIn(places, line.cardPicture),
    commentsAccess: line.own ? (line.own.comments ?? null) : line.isClosed ? 'off' : null,
  };
  const path = postPath(post);
  const possible = redirectableOf(line, path, step);
  return { post, path, oldPaths: post.isPublished ? possible : [] };
}

/** The original state and times of a text. Nothing becomes public that was not public before. */
function stateOf(line: LineOf<'post' | 'page'>, step: Step) {
  const now = step.clock.now();
  const dueAt = dateOf(line.publishAt);
  const publishAt = line.status === 'scheduled' && dueAt && dueAt > now ? dueAt : null;
  if (line.status === 'scheduled' && !publishAt)
    step.report({ reason: 'changed', text: 'Its time to publish has passed; it is a draft.', about: line.title });
  // A scheduled text has no date yet.
  const isToCome =
    line.status === 'draft' && line.publishedAt !== null && Date.parse(line.publishedAt) > step.at.getTime();
  const publishedAt = isToCome ? null : pastOf(line.publishedAt, step);
  const createdAt = pastOf(line.createdAt, step) ?? publishedAt ?? step.at;
  const isPublished = line.status === 'published';
  return {
    isPublished,
    publishAt,
    scheduledBy: publishAt ? step.stored.createdBy : null,
    createdAt,
    updatedAt: pastOf(line.updatedAt, step) ?? publishedAt ?? createdAt,
    publishedAt: publishedAt ?? (isPublished ? createdAt : null),
    trashedAt: line.status === 'trash' ? (pastOf(line.own?.trashedAt, step) ?? step.at) : null,
    lastEditedBy: step.stored.createdBy,
    hasRevisions: false,
  };
}

function contentOf(line: LineOf<'post' | 'page'>, places: ReadonlyMap<string, string>, step: Step): string {
  const shown = new Map(
    line.pictures.flatMap(({ address }) => {
      const place = places.get(address);
      return place ? [[address, place] as const] : [];
    }),
  );
  return withLinks(withAddresses(line.content, shown), step.links);
}

const pick = <F extends PlainField>(line: Pick<StoredPost, F>, fields: readonly F[]): Pick<StoredPost, F> =>
  Object.fromEntries(fields.map((field) => [field, line[field]])) as Pick<StoredPost, F>;

const isConflict = (error: unknown): boolean => error instanceof Error && (error as AppError).code === 'conflict';
