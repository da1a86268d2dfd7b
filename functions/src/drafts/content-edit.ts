import { DRAFT_TEXTS, type DraftPatch } from '@inkwell/shared/drafts';
import { AppError } from '@inkwell/shared/errors';
import { DraftContent } from '@inkwell/shared/post-fields';

/** Applies `contentEdit`. @throws AppError `bad-request` if the range is outside the text or the result is too long */
export function edited(content: string, { from, to, text }: NonNullable<DraftPatch['contentEdit']>): string {
  if (from > to || to > content.length) throw new AppError('bad-request', DRAFT_TEXTS.rangeOutside);
  // The range may split a surrogate pair, so only the whole result can be checked for well-formedness.
  const whole = DraftContent.safeParse(content.slice(0, from) + text + content.slice(to));
  if (!whole.success) throw new AppError('bad-request', whole.error.issues[0]?.message, { cause: whole.error });
  return whole.data;
}
