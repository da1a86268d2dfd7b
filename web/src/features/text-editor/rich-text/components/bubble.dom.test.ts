import type { Editor } from '@tiptap/react';
import { describe, expect, it } from 'vitest';
import { roomAt } from './bubble.tsx';

/** A form with bars at these heights, in a window of 768 px. */
function editorUnder(bars: readonly (readonly [top: number, bottom: number])[]): Editor {
  const form = document.createElement('form');
  form.innerHTML = `${'<div data-bar></div>'.repeat(bars.length)}<p></p>`;
  for (const [index, [top, bottom]] of bars.entries())
    Object.assign(form.children[index] as Element, {
      getBoundingClientRect: () => ({ top, bottom, height: bottom - top }),
    });
  return { view: { dom: form.lastElementChild } } as unknown as Editor;
}

describe('the space for a menu', () => {
  const height = window.innerHeight;

  it.each([
    ['below the tools', [[64, 120]], [300, 320], { top: 120, bottom: height }],
    [
      'below tools that are in the lower half of the window',
      [[height - 200, height - 150]],
      [height - 100, height - 80],
      { top: height - 150, bottom: height },
    ],
    ['above tools at the lower edge', [[height - 50, height]], [300, 320], { top: 0, bottom: height - 50 }],
    [
      'above tools at the lower edge that cover the place',
      [[height - 50, height]],
      [height - 40, height - 20],
      { top: 0, bottom: height - 50 },
    ],
  ] as const)('is %s', (_, bars, [top, bottom], expected) => {
    expect(roomAt(editorUnder(bars), { top, bottom })).toEqual(expected);
  });
});
