import { DRAFT_TEXTS, type DraftPatch } from '@inkwell/shared/drafts';
import { AppError } from '@inkwell/shared/errors';
import { DraftContent } from '@inkwell/shared/post-fields';

/**
 * The text with a range of it changed, as `contentEdit` of the contract says.
 * @throws AppError `bad-request` for a range that is not within the text, and for what is too long afterwards
 */
export function edited(content: string, { from, to, text }: NonNullable<DraftPatch['contentEdit']>): string {
  if (from > to || to > content.length) throw new AppError('bad-request', DRAFT_TEXTS.rangeOutside);
  // Half a surrogate pair in the range may complete one in the text, so well-formedness is a matter of the whole.
  const whole = DraftContent.safeParse(content.slice(0, from) + text + content.slice(to));
  if (!whole.success) throw new AppError('bad-request', whole.error.issues[0]?.message, { cause: whole.error });
  return whole.data;
}
