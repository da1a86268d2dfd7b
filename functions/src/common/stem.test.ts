import { describe, expect, it } from 'vitest';
import { stemOf } from './stem.ts';

describe('the stem of a word', () => {
  it.each([
    'harbour harbours harboured harbouring',
    'run running runs ran',
    'city cities',
    'hope hoped hoping hopes',
    'hop hopping hopped',
    'connect connected connecting connection connections',
    'write writes writing wrote written',
    'child children',
    'dry dries dried drying',
    'happy happiness happily',
    'quick quickly',
    'bake baking baked bakes',
    'organize organizing organization',
    'كتاب الكتاب والكتاب',
    'مكتبة مكتبات المكتبة',
  ])('is shared by %s', (forms) => {
    expect(new Set(forms.split(' ').map(stemOf)).size).toBe(1);
  });

  it.each([
    ['harbour', 'harbinger'],
    ['bus', 'bush'],
    ['hoping', 'hopping'],
    ['sing', 'sign'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });

  it.each(['東京', 'привет', 'a', '42', 'naïve', 'constructor', ''])('is the word itself for %j', (word) => {
    expect(stemOf(word)).toBe(word);
  });
});
