import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';

/*
 * What readers type and press in a rendered page before the app is there. Hydration keeps the elements; a page that the app renders itself
 * (because it is of another build, or for somebody with a session) has new ones, which are found by their words.
 */

/** Values of fields that a new page will show, by `keyOf`. */
const typed = new Map<string, string>();

/** A field by the name of its form and its own: both searches of the landing page are called `q`. */
const keyOf = ({ form, name }: HTMLInputElement): string =>
  `${form?.getAttribute('aria-label') ?? form?.getAttribute('role')} ${name}`;

/** Keeps what was typed for fields that are about to be replaced. */
export function keepTyped(root: ParentNode): void {
  for (const input of root.querySelectorAll('input')) if (input.value !== '') typed.set(keyOf(input), input.value);
}

/** What was typed into this field, or the one that it replaces. Once, because the next field of that name begins empty. */
export function takeTyped(input: HTMLInputElement): string {
  const kept = typed.get(keyOf(input)) ?? '';
  typed.delete(keyOf(input));
  return input.value || kept;
}

/** Presses what the reader pressed last, which app.html keeps; from here on, presses go to the app. */
export function pressAgain(root: HTMLElement): void {
  root.removeAttribute(ROOT_ATTRIBUTES.build);
  const { pressed } = root as { pressed?: HTMLElement };
  if (pressed) press(root, pressed, FRAMES);
}

/** How long a new page has for what is below its first screen. */
const FRAMES = 120;

function press(root: HTMLElement, pressed: HTMLElement, framesLeft: number): void {
  const isSame = ({ textContent }: Element) => textContent === pressed.textContent;
  const element = pressed.isConnected ? pressed : [...root.querySelectorAll(pressed.localName)].find(isSame);
  if (element instanceof HTMLElement) element.click();
  else if (framesLeft > 0) requestAnimationFrame(() => press(root, pressed, framesLeft - 1));
}
