import type { KeyboardEvent } from 'react';
import { isApple } from '../../lib/apple.ts';

const commandKey = () => (isApple() ? '⌘ ' : 'Ctrl+');

/** As shown in the menu. */
export const saveKeys = (): string => `${commandKey()}S`;

/** Describes the form's keys. Readers see changes to a published post at once, with any way of saving. */
export const formKeysHint = (submitLabel: string, isPublished: boolean): string => {
  const key = commandKey();
  return `${key}Enter: ${submitLabel}. ${key}S saves ${isPublished ? 'and stays' : 'without publishing'}. Press Enter in the title to start writing.`;
};

export const SUBMIT_KEYS = 'Control+Enter Meta+Enter';

/* Lines of lists and tables in Markdown, also in quotes. */
const LIST_ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s/;
const TABLE_RULE = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const INDENTED = /^(?: {2}|\t)/;

/** Whether a position in Markdown is in a list or table, judged by the lines around it up to the nearest blank ones. */
function isInListOrTable(markdown: string, at: number): boolean {
  const before = markdown.slice(0, at).split('\n');
  const [rest = '', ...after] = markdown.slice(at).split('\n');
  const line = `${before.pop() ?? ''}${rest}`;
  const blank = (one: string) => one.trim() === '';
  const above = before.slice(before.findLastIndex(blank) + 1);
  const below = after.slice(0, after.findIndex(blank) === -1 ? after.length : after.findIndex(blank));
  const isTable = [...above, line, ...below].some((one) => one.includes('|') && TABLE_RULE.test(one));
  return isTable || line.startsWith('|') || INDENTED.test(line) || [...above, line].some((one) => LIST_ITEM.test(one));
}

/** In other editors, Ctrl+Enter ends a row or item here, so nobody means to submit. */
const isInTableOrList = (target: EventTarget): boolean => {
  if (target instanceof HTMLTextAreaElement) {
    return isInListOrTable(target.value, target.selectionStart);
  }
  if (!(target instanceof Element) || !target.closest('[contenteditable="true"]')) return false;
  const caret = document.getSelection()?.anchorNode;
  const element = caret instanceof Element ? caret : caret?.parentElement;
  return element?.closest('[contenteditable="true"] :is(table, li)') != null;
};

/**
 * Enter in an input does not save, so that no post is published by accident; in the title it moves to the text. Ctrl or Cmd with S saves and stays;
 * with Enter it submits, but from a table or list it only saves. Dialogs about the text are in this form in React's tree but not in the document, so
 * Ctrl+Enter there submits nothing.
 */
export function onFormKeyDown(event: KeyboardEvent<HTMLFormElement>, saveHere: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const form = event.currentTarget;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && event.key.toLowerCase() === 's') {
    // Otherwise the browser would save the page as a file.
    event.preventDefault();
    saveHere();
  } else if (isCommand && event.key === 'Enter') {
    event.preventDefault();
    if (!(event.target instanceof Node && form.contains(event.target))) return;
    if (isInTableOrList(event.target)) saveHere();
    else form.requestSubmit();
  } else if (event.key === 'Enter' && event.target instanceof HTMLElement) {
    const isTitle = event.target.dataset.path === 'title';
    if (isTitle || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isTitle) form.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  }
}
