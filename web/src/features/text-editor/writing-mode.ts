import { safeStorage } from '../../lib/safe-storage.ts';

/** Whether a writer sees the text as it will look, or as Markdown. */
export type WritingMode = 'rich' | 'markdown';

const KEY = 'inkwell:writing-mode';

/** What the writer chose last in this browser; rich text for those who have not chosen. */
export const writingMode = (): WritingMode => (safeStorage.get(KEY) === 'markdown' ? 'markdown' : 'rich');

export const rememberWritingMode = (mode: WritingMode): void => {
  safeStorage.set(KEY, mode);
};
