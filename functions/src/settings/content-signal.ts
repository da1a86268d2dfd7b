import type { SiteSettings } from '@inkwell/shared/site-settings';

/** What machines may do with a text (contentsignals.org); null while an admin has forbidden nothing. */
export function contentSignal({ search, answers, training }: SiteSettings['robots']): string | null {
  if (search && answers && training) return null;
  const word = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  return `search=${word(search)}, ai-input=${word(answers)}, ai-train=${word(training)}`;
}
