import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant } from './fields.ts';
import { StaffSitePage } from './site-pages.ts';
import { User } from './users.ts';

/** The address of the page about privacy that admins can create. */
export const PRIVACY_SLUG = 'privacy';

export const PERSONAL_DATA_LIMITS = {
  /** How long a leaving account can still be kept. */
  leavingDays: 7,
  /** How long a copy of a person's data can be downloaded. */
  copyDays: 7,
  /** The maximum age in minutes of the sign-in for deleting an account. */
  signInMinutes: 5,
} as const;

/** The name shown instead of a deleted account's. */
export const DELETED_ACCOUNT = 'Deleted account';

/** What happens to a deleted account's comments: they stay without its name, or are deleted. */
export const CommentsOfDeleted = z.enum(['keep', 'remove']);
export type CommentsOfDeleted = z.infer<typeof CommentsOfDeleted>;

/** A leaving account. Except for those that keep it, all its calls are refused with this (403). */
export const Leaving = z.object({
  message: z.string(),
  /** When it is deleted permanently. */
  leavesAt: Instant,
  comments: CommentsOfDeleted,
});
export type Leaving = z.infer<typeof Leaving>;

export const leavingOf = ({ at, comments }: { at: Date; comments: CommentsOfDeleted }): Leaving => ({
  message: `This account will be deleted on ${at.toISOString().slice(0, 10)}. Until then it can only be kept.`,
  leavesAt: at.toISOString(),
  comments,
});

/** The copy of a person's data. `none`: no copy was requested, or it has expired. */
export const DataCopy = z.object({
  state: z.enum(['none', 'making', 'ready']),
  requestedAt: z.nullable(Instant),
  /** The zip's download URL, which needs no token, until `expiresAt`. */
  url: z.nullable(z.string()),
  expiresAt: z.nullable(Instant),
});
export type DataCopy = z.infer<typeof DataCopy>;

const LeaveQuery = z.object({ comments: z._default(CommentsOfDeleted, 'keep') });

export const personalDataApi = {
  copy: endpoint({
    method: 'GET',
    path: '/api/me/export',
    access: 'signed-in',
    summary: "The copy of the caller's data that was requested last.",
    response: DataCopy,
  }),
  makeCopy: endpoint({
    method: 'POST',
    path: '/api/me/export',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: `Makes a copy of the caller's data, as JSON and HTML in a zip that can be fetched for ${PERSONAL_DATA_LIMITS.copyDays} days; replaces an earlier copy.`,
    response: DataCopy,
    rate: { bucket: 'data-copy', by: 'user', perHour: 5, scope: 'everywhere' },
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/api/me',
    access: 'signed-in',
    summary: `Deletes the caller's account in ${PERSONAL_DATA_LIMITS.leavingDays} days; until then, its only possible call is to keep it. Needs a sign-in within the last ${PERSONAL_DATA_LIMITS.signInMinutes} minutes (401), and another administrator if the caller is one (409). Safe to repeat.`,
    query: LeaveQuery,
    response: Leaving,
    evenLeaving: true,
    freshSignIn: true,
    mayConflict: true,
    rate: { bucket: 'leave', by: 'user', perMinute: 10, scope: 'instance' },
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/me/keep',
    access: 'signed-in',
    summary: 'Keeps the leaving account of the caller. Safe to repeat.',
    response: User,
    evenLeaving: true,
    rate: { bucket: 'leave', by: 'user', perMinute: 10, scope: 'instance' },
  }),
  privacyPage: endpoint({
    method: 'POST',
    path: '/api/admin/pages/privacy',
    access: 'admin',
    summary:
      'Stores an unpublished page at `/privacy` that says what is stored of people and how long. 409 where there is one.',
    response: StaffSitePage,
    status: 201,
    mayConflict: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id',
    access: 'admin',
    summary:
      'Deletes the account of somebody who asks for it, as they could themselves; not that of the caller or the last administrator: 409. Safe to repeat.',
    params: IdParams,
    query: LeaveQuery,
    response: User,
    mayConflict: true,
  }),
} as const;
