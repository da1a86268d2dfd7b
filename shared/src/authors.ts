import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, FindQuery, IdParams, ImageUrlInput, Instant, PageQuery, requiredText } from './fields.ts';
import { aboutFields, HandlesAnswer, USER_LIMITS } from './users.ts';

/** An author as shown on their page, which never has an email address. */
export const AuthorProfile = z.object({
  id: z.string(),
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** Markdown, with the same elements as comments. */
  text: z.nullable(z.string()),
  website: z.nullable(z.string()),
  handles: HandlesAnswer,
  /** Published posts only. */
  postCount: z.int(),
});
export type AuthorProfile = z.infer<typeof AuthorProfile>;

/** An author without an account, as shown to staff. */
export const GuestAuthor = z.extend(AuthorProfile, { createdAt: Instant });
export type GuestAuthor = z.infer<typeof GuestAuthor>;

const fields = {
  name: requiredText(USER_LIMITS.name, { required: 'Name is required', tooLong: 'Name too long' }, { isName: true }),
  profileImageUrl: z.optional(ImageUrlInput),
  ...aboutFields,
};

export const GuestInput = z.object(fields);
export type GuestInput = z.infer<typeof GuestInput>;

/** Omitted fields do not change; null clears. */
export const GuestPatch = z.object({ ...fields, name: z.optional(fields.name) });
export type GuestPatch = z.infer<typeof GuestPatch>;

/** A person whom staff may choose as a post's author. */
export const AuthorChoice = z.object({
  id: z.string(),
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
  isGuest: z.boolean(),
});
export type AuthorChoice = z.infer<typeof AuthorChoice>;

/** The author for an id; for a joined guest author, the account. */
export const NamedAuthor = z.extend(AuthorChoice, { askedId: z.string() });
export type NamedAuthor = z.infer<typeof NamedAuthor>;

export const NOT_AN_AUTHOR = 'Only people who may write, and guest authors, can be authors of a post';
/** The maximum number of guest authors in one answer of choices. */
export const GUEST_CHOICES = 50;

export const GUEST_HAS_POSTS = 'This author still has posts';
export const GUEST_IS_JOINED = 'This author was joined to an account';

export const authorApi = {
  byId: endpoint({
    method: 'GET',
    path: '/api/authors/:id',
    access: 'public',
    scope: 'posts:read',
    summary: 'An author with a published post. For a guest author who was joined to an account, the account.',
    params: IdParams,
    response: AuthorProfile,
    cacheable: true,
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/authors',
    access: 'staff',
    summary: 'Guest authors by name, or those with words that begin with the query.',
    query: z.extend(PageQuery, { q: z.optional(FindQuery) }),
    response: z.array(GuestAuthor),
    paged: true,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/admin/authors/choices',
    access: 'staff',
    scope: 'posts:read',
    summary: `The people a post can have as authors: staff, contributors, authors and at most ${GUEST_CHOICES} guest authors. The query filters by name.`,
    query: z.object({ q: z.optional(FindQuery) }),
    response: z.array(AuthorChoice),
  }),
  named: endpoint({
    method: 'GET',
    path: '/api/admin/authors/named',
    access: 'staff',
    scope: 'posts:read',
    summary: 'Authors by comma-separated ids; for joined guest authors, their accounts.',
    query: z.object({ ids: z.string().check(z.maxLength(2_000)) }),
    response: z.array(NamedAuthor),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/authors',
    access: 'staff',
    summary: 'Creates a guest author: somebody without an account.',
    body: GuestInput,
    response: GuestAuthor,
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/authors/:id',
    access: 'staff',
    summary: 'Changes a guest author.',
    params: IdParams,
    body: GuestPatch,
    response: GuestAuthor,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/authors/:id',
    access: 'staff',
    summary: 'Deletes a guest author without posts; 409 if there are posts, even in the trash. Safe to repeat.',
    params: IdParams,
    mayConflict: true,
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/admin/authors/:id/join',
    access: 'admin',
    summary: 'Joins a guest author to an account, which gets their posts and their address. Safe to repeat.',
    params: IdParams,
    body: z.object({ userId: DocumentId }),
    mayConflict: true,
  }),
} as const;
