import type { KeyboardEvent } from 'react';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** What the keys of the form do, for those who look for it. */
export const formKeysHint = (submitLabel: string): string => {
  const key = isApple() ? '⌘ ' : 'Ctrl+';
  return `${key}Enter: ${submitLabel}. ${key}S: save and stay, without publishing what is not published yet. Enter in the title leads to the text.`;
};

export const SUBMIT_KEYS = 'Control+Enter Meta+Enter';

/**
 * Enter within a line saves nothing, because a post could be published by a slip: from the title it leads on to the text.
 * Ctrl or Cmd with Enter submits from anywhere, with S it saves and stays.
 */
export function onFormKeyDown(event: KeyboardEvent<HTMLFormElement>, saveHere: () => void): void {
  if (event.nativeEvent.isComposing) return;
  const form = event.currentTarget;
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isCommand && event.key.toLowerCase() === 's') {
    // The browser would save the page as a file.
    event.preventDefault();
    saveHere();
  } else if (isCommand && event.key === 'Enter') {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    event.preventDefault();
    if (event.target.dataset.path === 'title') form.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  }
}
