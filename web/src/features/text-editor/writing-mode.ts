import { safeStorage } from '../../lib/safe-storage.ts';

/** Whether a writer edits rich text or Markdown. */
export type WritingMode = 'rich' | 'markdown';

const KEY = 'inkwell:writing-mode';

/** The writer's last choice in this browser; rich text by default. */
export const writingMode = (): WritingMode => (safeStorage.get(KEY) === 'markdown' ? 'markdown' : 'rich');

export const rememberWritingMode = (mode: WritingMode): void => {
  safeStorage.set(KEY, mode);
};
