import { afterEach, expect, it } from 'vitest';
import { hasTypedText } from './typed-text.ts';

afterEach(() => {
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

function field(value: string): HTMLTextAreaElement {
  const area = Object.assign(document.createElement('textarea'), { value });
  document.body.append(area);
  return area;
}

function type(value: string): HTMLTextAreaElement {
  const area = field(value);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  return area;
}

it('typed text is detected in a field until the field is emptied or removed', () => {
  const area = type('Dear');
  expect(hasTypedText()).toBe(true);
  area.value = '';
  expect(hasTypedText()).toBe(false);
  type('Dear').remove();
  expect(hasTypedText()).toBe(false);
});

it('typed text includes neither values that the page filled in nor a search in the address', () => {
  field('Ada');
  window.history.replaceState(null, '', '/search?q=red+kites');
  const search = type('red kites ');
  expect(hasTypedText()).toBe(false);
  search.value = 'red kites and';
  expect(hasTypedText()).toBe(true);
});

it('typed text includes everything that a guard of the page protects', () => {
  addEventListener('beforeunload', (event) => event.preventDefault(), { once: true });
  expect(hasTypedText()).toBe(true);
});
