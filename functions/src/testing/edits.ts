import { MAX_PICTURES } from '@inkwell/shared/storage';

/* Edits of posts and site pages. Both are stored in the same way. */

/** When the stored text was last saved. */
export const at = new Date('2026-01-10T10:00:00.000Z');
/** When the text is edited. */
export const now = new Date('2026-01-15T10:00:00.000Z');
export const LATER = '2026-02-01T10:00:00.000Z';
export const DRAFT = { key: 'k', version: 2, sitting: 's' };

/** A text with one picture more than a text may have. */
export const TOO_MANY = Array.from(
  { length: MAX_PICTURES + 1 },
  (_, n) => `/images/${1_700_000_000_000 + n}-a.png`,
).join(' ');

/** Patches from a moderator, each with the fields that it changes and the other properties of the stored edit. */
export const EDITS: [name: string, patch: object, fields: object, edit: object][] = [
  ['fields', { title: 'We', slug: 'we' }, { title: 'We', slug: 'we' }, {}],
  ['a base', { baseUpdatedAt: at.toISOString() }, {}, { base: at }],
  ['a draft', { draft: DRAFT }, {}, { draft: { ...DRAFT, ownerId: 'mod' } }],
  ['a time', { publishAt: LATER }, { publishAt: new Date(LATER) }, {}],
  ['no time', { publishAt: null }, { publishAt: null }, {}],
  ['the time before', { basePublishAt: LATER }, {}, { basePlan: new Date(LATER) }],
  ['no time before', { basePublishAt: null }, {}, { basePlan: null }],
  ['an undo', { undo: true, publishAt: LATER }, { publishAt: new Date(LATER) }, { isUndo: true }],
  ['an undo too late', { undo: true, publishAt: now.toISOString() }, {}, { isUndo: true }],
];
