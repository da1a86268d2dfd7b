/**
 * A `ref` for an element that replaces the focused one: it takes the focus when it is mounted, unless the reader has
 * moved on. Needs `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
