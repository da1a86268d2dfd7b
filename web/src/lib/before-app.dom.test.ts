import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepTyped, pressAgain, takePress, takeTyped } from './before-app.ts';

let root: HTMLElement & { pressed?: HTMLElement | false | null };
const pressed = vi.fn();
const onClick = ({ target }: Event) => pressed((target as Element).id);

beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
  pressed.mockReset();
  root.addEventListener('click', onClick);
});
afterEach(() => root.remove());

const part = (id: string) => root.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
/** A press on an element of the rendered page, which the app then replaces with `next`. */
function pressIn(html: string, id: string, next?: string): void {
  root.innerHTML = html;
  root.pressed = part(id);
  const taken = takePress(root);
  if (next !== undefined) root.innerHTML = next;
  if (taken) pressAgain(root, taken);
}

describe('a press before the app has started', () => {
  it('is returned once, and later presses are left to the app', () => {
    root.innerHTML = '<button id="a">Like</button>';
    root.pressed = part('a');

    expect([takePress(root), takePress(root), root.pressed]).toEqual([part('a'), null, false]);
  });

  it('is repeated on its element', () => {
    pressIn('<button id="a">Same</button><button id="b">Same</button>', 'b');
    expect(pressed.mock.calls).toEqual([['b']]);
  });

  it('is repeated on the element with the same words, which may appear later', async () => {
    pressIn('<button id="a">Subscribe</button>', 'a', '<button id="b">Show</button>');
    expect(pressed).not.toHaveBeenCalled();

    root.insertAdjacentHTML('beforeend', '<button id="c">Subscribe</button>');

    await vi.waitFor(() => expect(pressed.mock.calls).toEqual([['c']]));
  });

  it('on an icon presses no other icon', async () => {
    pressIn('<button id="a" aria-label="Colors"></button>', 'a', '<button id="b" aria-label="Open menu"></button>');
    await new Promise((resolve) => requestAnimationFrame(resolve));

    expect(pressed).not.toHaveBeenCalled();
  });
});

describe('text typed before the app has started', () => {
  const fields = (first: string, second: string) =>
    `<form aria-label="All"><input name="q" value="${first}"></form><form role="search"><input name="q" value="${second}"></form>`;
  const inputs = () => [...root.querySelectorAll('input')];

  it('is moved to the field of the same name in the same form, once', () => {
    root.innerHTML = fields('tea', 'salt');
    keepTyped(root);
    root.innerHTML = fields('', '');

    expect(inputs().map(takeTyped)).toEqual(['tea', 'salt']);
    expect(inputs().map(takeTyped)).toEqual(['', '']);
  });

  it("is the field's own text if the field was hydrated", () => {
    root.innerHTML = fields('tea', '');
    expect(inputs().map(takeTyped)).toEqual(['tea', '']);
  });
});
