import { expect, it, vi } from 'vitest';
import { markCurrentSection } from './current-section.ts';

/** Tells the observer which headings have passed the line since its last report. */
type See = (passed: Readonly<Record<string, boolean>>) => void;

function watched(): See {
  let tell: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: IntersectionObserverCallback) {
        tell = seen;
      }
      observe() {}
      disconnect() {}
    },
  );
  return (passed) =>
    tell(
      Object.entries(passed).map(
        ([id, isIntersecting]) => ({ target: document.getElementById(id), isIntersecting }) as never,
      ),
      {} as never,
    );
}

it('marks the last section whose heading has passed, and none before the first', () => {
  document.body.innerHTML = `<div><div class="markdown-contents">
    <a href="#one">One</a><a href="#section-%C3%BC">Two</a><a href="#three">Three</a></div>
    <h2 id="one"></h2><h2 id="section-ü"></h2><h2 id="three"></h2></div>`;
  const see = watched();
  const current = () => document.querySelector('[aria-current="location"]')?.textContent;
  const stop = markCurrentSection(document.body);

  see({ one: false, 'section-ü': false, three: false });
  expect(current()).toBeUndefined();
  see({ one: true, 'section-ü': true });
  expect(current()).toBe('Two');
  see({ 'section-ü': false });
  expect(current()).toBe('One');
  stop();
  expect(document.querySelector('[aria-current]')).toBeNull();
});
