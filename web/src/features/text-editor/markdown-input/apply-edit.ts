import { applied, type TextEdit } from './commands.ts';

/**
 * Makes an edit that the browser's undo can revert. Only the deprecated `execCommand` does that. If the browser refuses it, the text is replaced
 * directly and the undo history is lost.
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

/** Makes an edit that the writer did not request, without changing focus, selection or scroll position. */
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
