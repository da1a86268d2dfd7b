import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, ImageUrlInput, Instant, optionalText, PageQuery, requiredText } from './fields.ts';
import { HANDLE_KINDS, type HandleName, type Handles } from './handles.ts';
import { Role } from './roles.ts';
import { Writing } from './writing.ts';

export const USER_LIMITS = {
  name: 100,
  phone: 30,
  text: 500,
  website: 300,
  profileImageBytes: 5 * 1024 * 1024,
} as const;

export const AUTHORS_PER_POST = 5;

/** Accounts seen within this time are online. */
export const ONLINE_MS = 6 * 60_000;

/** As typed: with or without `@`; '' and null clear. */
const handleOf = (kind: HandleName) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string().check(z.trim(), z.maxLength(150, 'Handle too long'))),
        z.transform((text) => (text ?? '').replace(/^@/, '') || null),
      ),
      z.nullable(
        z
          .string()
          .check(
            z.regex(
              HANDLE_KINDS[kind].shape,
              `${HANDLE_KINDS[kind].label}: please write it like ${HANDLE_KINDS[kind].example}`,
            ),
          ),
      ),
    ),
  );

/** Each handle as a form field. */
export const handleFields = {
  fediverse: handleOf('fediverse'),
  bluesky: handleOf('bluesky'),
  github: handleOf('github'),
  linkedin: handleOf('linkedin'),
  x: handleOf('x'),
  instagram: handleOf('instagram'),
  youtube: handleOf('youtube'),
};

/** The handles in a request, which replace all earlier ones. */
export const HandlesInput = z.pipe(
  z.object(handleFields),
  z.transform((given): Handles => Object.fromEntries(Object.entries(given).filter(([, handle]) => handle))),
);

/** Handles in answers. */
export const HandlesAnswer = z.partial(
  z.object({
    fediverse: z.string(),
    bluesky: z.string(),
    github: z.string(),
    linkedin: z.string(),
    x: z.string(),
    instagram: z.string(),
    youtube: z.string(),
  }),
);

/** A person as shown with a text. `email` is null unless the viewer is an admin or that person. */
export const Author = z.object({
  id: z.string(),
  firstName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
export type Author = z.infer<typeof Author>;

/** An account as shown to its owner and admins. Product §3. */
export const User = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  mobileNumber: z.nullable(z.string()),
  telephoneNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** Markdown about the person, for their author page. */
  text: z.nullable(z.string()),
  website: z.nullable(z.string()),
  handles: HandlesAnswer,
  role: Role,
  writing: Writing,
  isBlocked: z.boolean(),
  /** When the account is deleted; null unless it is leaving. */
  leavesAt: z.nullable(Instant),
  isOnline: z.boolean(),
  createdAt: Instant,
  lastSeenAt: z.nullable(Instant),
});
export type User = z.infer<typeof User>;

const name = optionalText(USER_LIMITS.name, { tooLong: 'Name too long' }, { isName: true });
const phone = optionalText(USER_LIMITS.phone, { tooLong: 'Phone number too long' }, { isName: true });

const WEBSITE =
  /^https:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}(?::\d{1,5})?(?:[/?#][^\s\\"'<>\p{C}]*)?$/u;

/** The fields on an author's page besides name and picture. Omitted fields do not change; null or '' clears. */
export const aboutFields = {
  text: z.optional(optionalText(USER_LIMITS.text, { tooLong: 'Text too long' })),
  website: z.optional(
    z.pipe(
      optionalText(USER_LIMITS.website, { tooLong: 'Address too long' }),
      z.nullable(z.string().check(z.regex(WEBSITE, 'Please enter an address that begins with https://'))),
    ),
  ),
  handles: z.optional(HandlesInput),
};

/** The fields that people may change in their own profile. Omitted fields do not change, null or '' clears, other fields are ignored. */
export const ProfilePatch = z.partial(
  z.object({
    displayName: requiredText(
      USER_LIMITS.name,
      { required: 'Display name is required', tooLong: 'Name too long' },
      { isName: true },
    ),
    firstName: name,
    lastName: name,
    mobileNumber: phone,
    telephoneNumber: phone,
    profileImageUrl: ImageUrlInput,
    ...aboutFields,
  }),
);
export type ProfilePatch = z.infer<typeof ProfilePatch>;

export const RolePatch = z.object({ role: Role });

export const WritingPatch = z.object({ writing: Writing });

export const BlockInput = z.object({ hideComments: z._default(z.boolean(), false) });

/** With `showComments`, the comments that the block hid return to their earlier state; other hidden comments stay hidden. */
export const UnblockInput = z.object({ showComments: z._default(z.boolean(), false) });

const yesOrNo = (name: string) =>
  z.pipe(
    z.enum(['true', 'false'], `${name} must be true or false`),
    z.transform((text) => text === 'true'),
  );

/** Filters of the admins' list of accounts. With `q`: at most two filters, and sorted by newest. */
export const AdminUsersQuery = z.extend(PageQuery, {
  /** Each word must begin a word of the names or the address. Blank counts as absent. */
  q: z.optional(FindQuery),
  role: z.optional(Role),
  blocked: z.optional(yesOrNo('blocked')),
  online: z.optional(yesOrNo('online')),
  /** Newest, by name, or last seen first. */
  sort: z._default(z.enum(['created', 'name', 'lastSeen']), 'created'),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

export const userApi = {
  current: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signed-in',
    summary: "The caller's account, created on the first call after sign-up.",
    response: User,
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/users/:id',
    access: 'signed-in',
    // The service clears the cache if the name or picture changes. Otherwise anybody could clear it by changing a telephone number.
    invalidates: 'nothing',
    summary: "Changes the caller's profile and answers the updated account.",
    params: IdParams,
    body: ProfilePatch,
    response: User,
    rate: { bucket: 'profile', by: 'user', perMinute: 10, scope: 'instance' },
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/users/count',
    access: 'public',
    summary: 'The number of accounts.',
    response: z.int(),
    cacheable: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'All accounts, newest first; or searched, filtered and sorted.',
    query: AdminUsersQuery,
    response: z.array(User),
    paged: true,
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/block',
    access: 'admin',
    summary:
      'Blocks an account from its next call on, and hides all its comments if `hideComments` is set. Admins cannot be blocked. Safe to repeat.',
    params: IdParams,
    body: BlockInput,
    bodyOptional: true,
    response: User,
  }),
  unblock: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/unblock',
    access: 'admin',
    summary:
      'Lifts a block, and shows the comments that it hid if `showComments` is set. An account that leaves stays blocked: 409. Safe to repeat.',
    params: IdParams,
    mayConflict: true,
    body: UnblockInput,
    bodyOptional: true,
    response: User,
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/role',
    access: 'admin',
    summary: 'Gives an account another role; nobody can change their own.',
    params: IdParams,
    body: RolePatch,
    response: User,
  }),
  changeWriting: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/writing',
    access: 'admin',
    summary:
      'Gives an account the right to write posts of its own, or withdraws it, from its next call on. A blocked account gets none: 409. Safe to repeat.',
    params: IdParams,
    body: WritingPatch,
    response: User,
  }),
} as const;
