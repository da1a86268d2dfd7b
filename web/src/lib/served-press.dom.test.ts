import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepServedPress, repeatServedPress } from './served-press.ts';

const render = (html: string) => {
  document.body.innerHTML = `<div id="root">${html}</div>`;
};
const button = (text: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!found) throw new Error(`There is no button ${text}`);
  return found;
};
const pressed = vi.fn();
const onClick = ({ target }: Event) => pressed((target as Element).textContent);

beforeEach(() => {
  pressed.mockReset();
  addEventListener('click', onClick);
});
afterEach(() => removeEventListener('click', onClick));

it('a press on a served button that the app replaces meanwhile counts once the page is complete', () => {
  render('<div class="served-page"><button>Show</button><button>Subscribe</button></div>');
  keepServedPress();
  fireEvent.mouseDown(button('Subscribe'));
  // A list of the app has a button more.
  render('<button>Show</button><button>More</button><button>Subscribe</button>');
  fireEvent.mouseUp(document.body);
  expect(pressed).not.toHaveBeenCalled();

  repeatServedPress();

  expect(pressed.mock.calls).toEqual([['Subscribe']]);
});

it('a press on a button that the app itself removes presses no other', () => {
  render('<div class="served-page"><button>Show</button><button>Subscribe</button></div>');
  keepServedPress();
  render('<button>Show</button><button>Delete</button><button>Subscribe</button>');
  repeatServedPress();
  fireEvent.mouseDown(button('Delete'));
  render('<button>Show</button><button>Subscribe</button>');

  fireEvent.mouseUp(button('Subscribe'));

  expect(pressed).not.toHaveBeenCalled();
});
