import type { SiteSettings } from '@inkwell/shared/site-settings';

/** The permissions of machines for a text (contentsignals.org); null if no admin has restricted them. */
export function contentSignal({ search, answers, training }: SiteSettings['robots']): string | null {
  if (search && answers && training) return null;
  const word = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  return `search=${word(search)}, ai-input=${word(answers)}, ai-train=${word(training)}`;
}
