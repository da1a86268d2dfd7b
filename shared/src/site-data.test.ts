import { expect, it } from 'vitest';
import { namedHero } from './site-data.ts';

it('puts the name of the publication into the first line of the landing page unchanged', () => {
  const hero = { kicker: 'Welcome to {name}', title: 'Of {name}', lead: 'Words', trust: null };

  expect(namedHero(hero, "A$& and $'")).toEqual({ ...hero, kicker: "Welcome to A$& and $'" });
  expect(namedHero({ ...hero, kicker: null }, 'A')).toEqual({ ...hero, kicker: null });
});
