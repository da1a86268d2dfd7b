/*
 * What readers type and press in a rendered page before the app is there. Hydration keeps the elements; a page that the app renders itself
 * (because it is of another build, or for somebody with a session) has new ones, which are found by their words.
 */

/** Values of fields that a new page will show, by `keyOf`. */
const typed = new Map<string, string>();

type Field = HTMLInputElement | HTMLSelectElement;

/** A field by the name of its form and its own: both searches of the landing page are called `q`. */
const keyOf = ({ form, name }: Field): string =>
  `${form?.getAttribute('aria-label') ?? form?.getAttribute('role')} ${name}`;

/** Keeps what was typed or chosen for fields that are about to be replaced. */
export function keepTyped(root: ParentNode): void {
  for (const field of root.querySelectorAll<Field>('input, select'))
    if (field.value !== '') typed.set(keyOf(field), field.value);
}

/**
 * What was typed or chosen in this field, or in the one that it replaces. Once, because the next field of that name begins empty. A text
 * that the field has already counts more; a select always has a value.
 */
export function takeTyped(field: Field): string {
  const kept = typed.get(keyOf(field)) ?? '';
  typed.delete(keyOf(field));
  return field instanceof HTMLSelectElement ? kept || field.value : field.value || kept;
}

interface Pressable extends HTMLElement {
  /** The last press, which app.html keeps; false once presses are the app's. */
  pressed?: HTMLElement | false | null;
}

/** Takes over the presses of a page: app.html keeps no more. @returns the last one; null if there was none */
export function takePress(root: Pressable): HTMLElement | null {
  const pressed = root.pressed || null;
  root.pressed = false;
  return pressed;
}

/** How long a page that is rendered anew has for what is below its first screen. */
const FRAMES = 120;

/** Repeats a press: on its element, or where that was replaced, on the one with the same words. */
export function pressAgain(root: HTMLElement, pressed: HTMLElement, framesLeft = FRAMES): void {
  const isSame = (one: Element) =>
    one.textContent === pressed.textContent && one.getAttribute('aria-label') === pressed.getAttribute('aria-label');
  const element = pressed.isConnected
    ? pressed
    : [...root.querySelectorAll<HTMLElement>(pressed.localName)].find(isSame);
  if (element) element.click();
  else if (framesLeft > 0) requestAnimationFrame(() => pressAgain(root, pressed, framesLeft - 1));
}
