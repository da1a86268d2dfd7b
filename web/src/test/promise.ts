import { newsletterWords } from '@inkwell/shared/newsletter-words';
import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { showSite, siteOfDocument } from '../lib/site.ts';

/** Sets which mailings the newsletter forms promise, until the test ends. */
export function promise(sent: { readonly digestIsOn: boolean }): void {
  const before = siteOfDocument();
  act(() => showSite({ ...before, newsletter: newsletterWords(before.name, sent) }));
  onTestFinished(() => act(() => showSite(before)));
}
