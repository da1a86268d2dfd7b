import { EXPORTED_FIELDS, EXPORTED_PAGE_FIELDS, type PlainField } from '@inkwell/formats/exported-fields';
import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { CommentAccess } from '@inkwell/shared/comments';
import { type ExportedField, WRITTEN_FIELDS, type WrittenField } from '@inkwell/shared/post-fields';
import { statusOf } from '@inkwell/shared/schedule';
import { absentValue, authorIdsOf, type StoredPost } from '../../posts/posts.converter.ts';
import type { StoredRevision } from '../../revisions/revisions.converter.ts';
import { EXPORT_PATHS, exportedAs } from '../export-format.ts';
import { keyOf } from './authors.ts';
import { inFolder, portable } from './portable.ts';
import { all, type ExportDependencies, iso, type Section, type SectionFile } from './section.ts';

/** Defaults for the fields that older revisions lack. */
const NOTHING_WRITTEN = Object.fromEntries(
  WRITTEN_FIELDS.map((field) => [field, absentValue(field)]),
) as unknown as Pick<StoredPost, WrittenField>;

/** A file for each post or page, followed by its revisions. The export can only be divided after the last one. */
export const texts = (folder: 'posts' | 'pages'): Section =>
  async function* (dependencies, { after }) {
    const { stored } = dependencies;
    for await (const text of all(folder === 'posts' ? stored.posts : stored.sitePages, after)) {
      let held: SectionFile = await (folder === 'posts' ? postFile : pageFile)(text, dependencies);
      for await (const revision of all((last) => stored.revisions(folder, text.id, last))) {
        yield held;
        held = await revisionFile(revision, { folder, of: text.id }, dependencies);
      }
      yield { ...held, after: text.id };
    }
  };

async function postFile(post: StoredPost, dependencies: ExportDependencies): Promise<SectionFile> {
  const comments = CommentAccess.safeParse(post.commentsAccess).data ?? null;
  const header = { ...stateOf(post), ...(await postFields(post, dependencies)), comments };
  return markdownFile(`${EXPORT_PATHS.posts}/${post.id}`, header, post.content, dependencies);
}

function pageFile(page: StoredPost, dependencies: ExportDependencies): SectionFile {
  const header = { ...stateOf(page), ...pageFields(page) };
  return markdownFile(`${EXPORT_PATHS.pages}/${page.id}`, header, page.content, dependencies);
}

async function revisionFile(
  revision: StoredRevision,
  { folder, of }: { readonly folder: 'posts' | 'pages'; readonly of: string },
  dependencies: ExportDependencies,
): Promise<SectionFile> {
  // Revisions that are older than a field lack it.
  const { id, content, ...found } = { ...NOTHING_WRITTEN, ...revision };
  const header = {
    id,
    of,
    reason: revision.reason,
    created: revision.createdAt.toISOString(),
    editor: revision.editorId === null ? null : keyOf(revision.editorId, null),
    title: found.title,
    ...(folder === 'posts' ? await postFields({ ...found, content, authorId: '' }, dependencies) : pageFields(found)),
  };
  return markdownFile(`${folder}/${of}.revisions/${id}`, header, content, dependencies);
}

const markdownFile = (
  path: string,
  header: Readonly<Record<string, unknown>>,
  text: string,
  { publicBucket }: ExportDependencies,
): SectionFile => ({
  path: `${path}.md`,
  bytes: Buffer.from(withFrontMatter(header, portable(text, publicBucket, true))),
});

const stateOf = (post: StoredPost) => ({
  id: post.id,
  title: post.title,
  status: statusOf(post),
  date: iso(post.publishedAt),
  created: post.createdAt.toISOString(),
  updated: post.updatedAt.toISOString(),
  scheduled: post.isPublished ? null : iso(post.publishAt),
  trashed: iso(post.trashedAt),
});

const pageFields = (page: Pick<StoredPost, PlainField>) => exportedAs(EXPORTED_PAGE_FIELDS, (field) => page[field]);

/** The fields of a post or one of its revisions. */
async function postFields(post: Pick<StoredPost, WrittenField | 'authorId'>, dependencies: ExportDependencies) {
  const { authors, categories, tags, series, publicBucket } = dependencies;
  const [byAuthor, byCategory, byTag, bySeries] = await Promise.all([
    authors.getAll(authorIdsOf(post)),
    categories.getAll(post.categoryId === null ? [] : [String(post.categoryId)]),
    tags.getAll(post.tagIds),
    series.getAll(post.seriesId === null ? [] : [post.seriesId]),
  ]);
  const ofSeries = post.seriesId === null ? null : bySeries.get(post.seriesId);
  const values: Pick<StoredPost, PlainField> & Record<Exclude<ExportedField, PlainField>, unknown> = {
    ...post,
    featuredImage: inFolder(post.featuredImage, publicBucket),
    categoryId: (post.categoryId !== null && byCategory.get(String(post.categoryId))?.name) || null,
    tagIds: [...new Set(post.tagIds.flatMap((id) => byTag.get(id)?.name ?? []))],
    seriesId: ofSeries?.slug ?? null,
    seriesPlace: ofSeries ? post.seriesPlace : null,
    authorIds: [...new Set(authorIdsOf(post).map((id) => keyOf(id, byAuthor.get(id))))],
    cardPicture: inFolder(post.cardPicture, publicBucket),
  };
  return exportedAs(EXPORTED_FIELDS, (field) => values[field]);
}
