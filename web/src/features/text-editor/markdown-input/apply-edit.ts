import { applied, type TextEdit } from './commands.ts';

/**
 * Makes an edit as if it had been typed, so that the browser's own undo takes it back: `execCommand` is deprecated, yet the
 * only way to that. Where it is refused the text is set at once, and undo starts over.
 */
export function applyEdit(area: HTMLTextAreaElement, edit: TextEdit): void {
  area.focus();
  const before = area.value;
  area.setSelectionRange(edit.from, edit.to);
  const isEmpty = edit.insert === '' && edit.from === edit.to;
  const wasTyped =
    isEmpty ||
    (typeof document.execCommand === 'function' &&
      document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert));

  if (!wasTyped || area.value !== applied(before, edit)) {
    if (area.value !== before) area.value = before;
    area.setRangeText(edit.insert, edit.from, edit.to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  area.setSelectionRange(edit.start, edit.end);
}

/** Makes an edit that the writer did not ask for: focus, selection and scrolled place stay with them. */
export function applyQuietly(area: HTMLTextAreaElement, edit: TextEdit): void {
  const { scrollTop } = area;
  if (document.activeElement === area) {
    applyEdit(area, edit);
  } else {
    area.setRangeText(edit.insert, edit.from, edit.to, 'preserve');
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  area.scrollTop = scrollTop;
}
