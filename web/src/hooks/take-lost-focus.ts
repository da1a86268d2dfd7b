/**
 * A `ref` for what takes the place of what had the focus: takes it over when it comes into the page, unless the reader has gone
 * on to something else. Needs `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
