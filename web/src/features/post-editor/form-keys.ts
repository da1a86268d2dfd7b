import type { KeyboardEvent } from 'react';
import { isApple } from '../../lib/apple.ts';

const commandKey = () => (isApple() ? '⌘ ' : 'Ctrl+');

/** As the menu shows them. */
export const saveKeys = (): string => `${commandKey()}S`;

/** Describes the form's keys. Readers see changes to what is published at once, however they are saved. */
export const formKeysHint = (submitLabel: string, isPublished: boolean): string => {
  const key = commandKey();
  return `${key}Enter: ${submitLabel}. ${key}S saves ${isPublished ? 'and stays' : 'without publishing'}. Press Enter in the title to start writing.`;
};

export const SUBMIT_KEYS = 'Control+Enter Meta+Enter';

/** A line of a list or table in Markdown, also in a quote. */
const LIST_OR_TABLE_LINE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s|\|)/;

/** Where Ctrl+Enter ends a row or item in other editors: nobody there means to leave. */
const isInTableOrList = (target: EventTarget): boolean => {
  if (target instanceof HTMLTextAreaElement) {
    const { value, selectionStart } = target;
    return LIST_OR_TABLE_LINE.test(value.slice(value.slice(0, selectionStart).lastIndexOf('\n') + 1));
  }
  if (!(target instanceof Element) || !target.closest('[contenteditable="true"]')) return false;
  const caret = document.getSelection()?.anchorNode;
  const element = caret instanceof Element ? caret : caret?.parentElement;
  return element?.closest('[contenteditable="true"] :is(table, li)') != null;
};

/**
 * Enter in an input does not save, so that no post is published by accident; in the title it moves to the text. Ctrl or
 * Cmd with S saves and stays; with Enter it submits, but from a table or list it only saves. Dialogs about the text are in this form in
 * React's tree, not in the document: Ctrl+Enter there submits nothing.
 */
export function onFormKeyDown(event: KeyboardEvent<HTMLFormElement>, saveHere: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const form = event.currentTarget;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && event.key.toLowerCase() === 's') {
    // Otherwise the browser saves the page as a file.
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
