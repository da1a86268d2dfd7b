import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { FindQuery, IdParams, ImageUrlInput, Instant, optionalText, PageQuery, requiredText } from './fields.ts';
import { Role } from './roles.ts';

export const USER_LIMITS = { name: 100, phone: 30, profileImageBytes: 5 * 1024 * 1024 } as const;

/** Seen within this time counts as online. */
export const ONLINE_MS = 90_000;

/** A person as shown beside what they wrote. `email` is null unless the viewer is an admin or that person. */
export const Author = z.object({
  id: z.string(),
  firstName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
export type Author = z.infer<typeof Author>;

/** An account, as its owner and admins see it. Product §3. */
export const User = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  mobileNumber: z.nullable(z.string()),
  telephoneNumber: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: Role,
  isBlocked: z.boolean(),
  isOnline: z.boolean(),
  createdAt: Instant,
  lastSeenAt: z.nullable(Instant),
});
export type User = z.infer<typeof User>;

const name = optionalText(USER_LIMITS.name, { tooLong: 'Name too long' }, { isName: true });
const phone = optionalText(USER_LIMITS.phone, { tooLong: 'Phone number too long' });

/** What people may change of themselves; absent fields stay, null or '' clears. Everything else is ignored. */
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
  }),
);
export type ProfilePatch = z.infer<typeof ProfilePatch>;

export const RolePatch = z.object({ role: Role });

export const BlockInput = z.object({ hideComments: z._default(z.boolean(), false) });

const yesOrNo = (name: string) =>
  z.pipe(
    z.enum(['true', 'false'], `${name} must be true or false`),
    z.transform((text) => text === 'true'),
  );

/** Which accounts admins see. With `q`, at most two filters, and newest first. */
export const AdminUsersQuery = z.extend(PageQuery, {
  /** Words that all begin a word of the names or the address; blank counts as absent. */
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
    // The service drops all cached answers where the name or the picture changes: nobody keeps lists cold with a telephone number.
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
    summary: 'Lifts a block. Safe to repeat.',
    params: IdParams,
    response: User,
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/:id/role',
    access: 'admin',
    summary: 'Gives an account another role; nobody changes their own.',
    params: IdParams,
    body: RolePatch,
    response: User,
  }),
} as const;
