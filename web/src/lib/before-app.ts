/*
 * Input and presses in a rendered page before the app has started. Hydration keeps the elements. A page that the app renders itself (because it is
 * from another build, or for a signed-in reader) has new ones, which are found by their words.
 */

/** Values for fields of a new page, by `keyOf`. */
const typed = new Map<string, string>();

type Field = HTMLInputElement | HTMLSelectElement;

/** A field by the names of its form and itself, because both search fields of the landing page are called `q`. */
const keyOf = ({ form, name }: Field): string =>
  `${form?.getAttribute('aria-label') ?? form?.getAttribute('role')} ${name}`;

/** Stores the input of fields that are about to be replaced. */
export function keepTyped(root: ParentNode): void {
  for (const field of root.querySelectorAll<Field>('input, select'))
    if (field.value !== '') typed.set(keyOf(field), field.value);
}

/**
 * The input of this field, or of the one that it replaces. Returned once, because the next field with that name begins empty. Existing text in the
 * field takes precedence; a select always has a value.
 */
export function takeTyped(field: Field): string {
  const input = typed.get(keyOf(field)) ?? '';
  typed.delete(keyOf(field));
  return field instanceof HTMLSelectElement ? input || field.value : field.value || input;
}

interface Pressable extends HTMLElement {
  /** The last press, which app.html stores; false once the app handles presses. */
  pressed?: HTMLElement | false | null;
}

/** Takes over the presses of a page from app.html. @returns the last one; null if there was none */
export function takePress(root: Pressable): HTMLElement | null {
  const pressed = root.pressed || null;
  root.pressed = false;
  return pressed;
}

/** The number of frames in which a newly rendered page must show the content below its first screen. */
const FRAMES = 120;

/** Repeats a press on its element or, if that was replaced, on the element with the same words. */
export function pressAgain(root: HTMLElement, pressed: HTMLElement, framesLeft = FRAMES): void {
  const isSame = (one: Element) =>
    one.textContent === pressed.textContent && one.getAttribute('aria-label') === pressed.getAttribute('aria-label');
  const element = pressed.isConnected
    ? pressed
    : [...root.querySelectorAll<HTMLElement>(pressed.localName)].find(isSame);
  if (element) element.click();
  else if (framesLeft > 0) requestAnimationFrame(() => pressAgain(root, pressed, framesLeft - 1));
}
