import type { KeyboardEvent } from 'react';

/**
 * Enter within a line saves nothing, because a post could be published by a slip: from the title it leads on to the text.
 * Ctrl or Cmd with Enter submits from anywhere.
 */
export function onFormKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const form = event.currentTarget;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) {
    event.preventDefault();
    if (event.target.dataset.path === 'title') form.querySelector<HTMLElement>('[data-path="content"]')?.focus();
  }
}
