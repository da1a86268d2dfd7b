import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, ImageUrlInput, Instant, optionalText, PageQuery, requiredText } from './fields.ts';

export const TAG_LIMITS = { name: 100, slug: 100, description: 500, perPost: 10 } as const;

export const TOO_MANY_TAGS = `At most ${TAG_LIMITS.perPost} tags`;

/** A tag inside a post. */
export const TagRef = z.object({ name: z.string(), slug: z.string() });
export type TagRef = z.infer<typeof TagRef>;

/** A tag as shown to readers. */
export const Tag = z.extend(TagRef, {
  description: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  /** Published posts only. */
  postCount: z.int(),
});
export type Tag = z.infer<typeof Tag>;

/** A tag as shown to staff. */
export const StaffTag = z.extend(Tag, { id: z.string(), createdAt: Instant });
export type StaffTag = z.infer<typeof StaffTag>;

export const TagName = requiredText(
  TAG_LIMITS.name,
  { required: 'Name is required', tooLong: 'Name too long' },
  { isName: true },
).check(z.refine((name) => /[^#\s]/.test(name.normalize('NFKC')), 'A name needs letters, digits or signs after the #'));

/** Letters and digits of any script in lower case, joined by hyphens, as created by `slugify`. */
export const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u;
export const SLUG_TEXT = 'The address may contain small letters, digits and single hyphens';

export const SlugInput = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFKC'),
    z.minLength(1, 'The address is required'),
    z.maxLength(TAG_LIMITS.slug, 'The address is too long'),
    z.regex(SLUG, SLUG_TEXT),
  );

const details = {
  description: z.optional(optionalText(TAG_LIMITS.description, { tooLong: 'Description too long' })),
  picture: z.optional(ImageUrlInput),
};

/** The tag for an id, whose own id differs if it is the target of a merge. */
export const NamedTag = z.extend(StaffTag, { askedId: z.string() });
export type NamedTag = z.infer<typeof NamedTag>;

/** Without a slug, one is made from the name. */
export const TagInput = z.object({ name: TagName, slug: z.optional(SlugInput), ...details });
export type TagInput = z.infer<typeof TagInput>;

/** Omitted fields do not change; null clears. A new name keeps the slug, unless a new slug is sent too. */
export const TagPatch = z.object({ name: z.optional(TagName), slug: z.optional(SlugInput), ...details });
export type TagPatch = z.infer<typeof TagPatch>;

export const TAG_NAME_TAKEN = 'A tag with this name already exists';
export const SLUG_TAKEN = 'This address is taken';

/** The names of a post's tags; unknown ones are created. */
export const TagNames = z.array(TagName).check(z.maxLength(TAG_LIMITS.perPost, TOO_MANY_TAGS));

export const SlugParams = z.object({ slug: z.string().check(z.minLength(1), z.maxLength(300)) });

export const tagApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tags',
    access: 'public',
    scope: 'posts:read',
    summary: 'Tags with a published post, largest first; never internal ones.',
    query: PageQuery,
    response: z.array(Tag),
    paged: true,
    cacheable: true,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/tags/:slug',
    access: 'public',
    scope: 'posts:read',
    summary: 'A tag with a published post, also by an earlier slug.',
    params: SlugParams,
    response: Tag,
    cacheable: true,
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/tags',
    access: 'writer',
    scope: 'posts:read',
    summary:
      'All tags, those with the most posts first, or found by the beginnings of their words; internal ones for staff only.',
    query: z.extend(PageQuery, { q: z.optional(FindQuery) }),
    response: z.array(StaffTag),
    paged: true,
  }),
  byIds: endpoint({
    method: 'GET',
    path: '/api/admin/tags/named',
    access: 'writer',
    scope: 'posts:read',
    summary:
      'Tags by their ids, separated by commas; for merged ones those that they became, and none for deleted ones.',
    query: z.object({ ids: z.string().check(z.maxLength(2_000)) }),
    response: z.array(NamedTag),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/tags',
    access: 'writer',
    scope: 'posts:write',
    summary:
      'Creates a tag. Authors create it with its name alone and no internal ones, contributors create none. Names are unique regardless of case: a name that is taken is answered 409 with its tag.',
    body: TagInput,
    response: StaffTag,
    conflict: StaffTag,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/tags/:id',
    access: 'staff',
    summary: 'Renames or describes a tag. Its earlier address redirects to the new one.',
    params: IdParams,
    body: TagPatch,
    response: StaffTag,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/tags/:id',
    access: 'staff',
    summary: 'Deletes a tag, and removes it from its posts. Safe to repeat.',
    params: IdParams,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/admin/tags/:id/merge',
    access: 'admin',
    summary: 'Merges a tag into another: its posts get that tag, and its address leads there. Safe to repeat.',
    params: IdParams,
    body: z.object({ into: IdParams.shape.id }),
    response: StaffTag,
  }),
} as const;
