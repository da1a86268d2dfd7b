/** The words of a text, which spaces and line breaks divide. */
export const wordList = (text: string): string[] => text.trim().split(/\s+/);
