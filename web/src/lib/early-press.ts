import { ROOT_ATTRIBUTES } from '@inkwell/shared/page-renderer';

/** Presses what the reader pressed last before the app was there, which app.html keeps; from here on, presses go to the app. */
export function pressAgain(root: HTMLElement): void {
  root.removeAttribute(ROOT_ATTRIBUTES.build);
  const { pressed } = root as { pressed?: HTMLElement };
  if (pressed?.isConnected) pressed.click();
}
