import { expect, it } from 'vitest';
import { type Consent, type ConsentSource, withConsent } from './consent.ts';

it('keeps the newest consents, and the one that proves the ownership of the address, however often choices change', () => {
  const consentBy = (source: ConsentSource, day: number): Consent => ({ at: new Date(day), text: `${day}`, source });
  let kept: Consent[] = [];
  for (const consent of [consentBy('form', 1), consentBy('link', 2)]) kept = withConsent(kept, consent);
  for (let day = 3; day < 100; day += 1) kept = withConsent(kept, consentBy('choices', day));

  expect(kept).toHaveLength(20);
  expect(kept[0]).toEqual(consentBy('link', 2));
  expect(kept.slice(1).map(({ text }) => text)).toEqual(Array.from({ length: 19 }, (_, n) => `${81 + n}`));
});
