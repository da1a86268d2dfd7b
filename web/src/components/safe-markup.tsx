import type { SafeHtml } from '@inkwell/shared/safe-html';
import type { Ref } from 'react';

interface SafeMarkupProps {
  readonly html: SafeHtml;
  readonly className: string;
  readonly ref: Ref<HTMLDivElement>;
}

/** Markup as it is: the only place that does so. Hydration leaves what is there. */
export const SafeMarkup = ({ html, className, ref }: SafeMarkupProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the type says that it is safe
  <div ref={ref} className={className} dangerouslySetInnerHTML={{ __html: html }} />
);
