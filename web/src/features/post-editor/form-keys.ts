import type { KeyboardEvent } from 'react';
import { isApple } from '../../lib/apple.ts';

/** Describes the form's keys. */
export const formKeysHint = (submitLabel: string): string => {
  const key = isApple() ? '⌘ ' : 'Ctrl+';
  return `${key}Enter: ${submitLabel}. ${key}S: save and stay, without publishing what is not published yet. Enter in the title leads to the text.`;
};

export const SUBMIT_KEYS = 'Control+Enter Meta+Enter';

/**
 * Enter in an input does not save, so that no post is published by accident; in the title it moves to the text. Ctrl or
 * Cmd with Enter submits from anywhere, with S it saves and stays.
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
    form.requestSubmit();
  } else if (event.key === 'Enter' && event.target instanceof HTMLElement) {
    const isTitle = event.target.dataset.path === 'title';
    if (isTitle || event.target instanceof HTMLInputElement) event.preventDefault();
    if (isTitle) form.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  }
}
