import * as z from 'zod/mini';

/**
 * The right to write that an admin gives beside the role. Contributors write posts of their own, authors also publish them. Staff need
 * none: they may do more by their role. Product §6.
 */
export const Writing = z.enum(['none', 'contributor', 'author']);
export type Writing = z.infer<typeof Writing>;
