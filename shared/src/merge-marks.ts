/** What stands around the versions of a passage that both sides of a merge changed. docs/decisions/0008-own-merge.md */
export const MERGE_MARKS = { mine: '⟪Your version⟫', theirs: '⟪Their version⟫', end: '⟪End⟫' } as const;

/** Why a text with such marks is not published, nor planned to be. */
export const MARKS_LEFT = 'The text still holds both versions of a passage. Choose what stays before you publish.';

const ANY_MARK = new RegExp(Object.values(MERGE_MARKS).join('|'), 'g');

/** Where a mark stands, in UTF-16 units. */
interface FoundMark {
  readonly mark: string;
  readonly start: number;
}

/** Each whole mark of a text in its order; one that has lost its partner is one too. */
export const marksIn = (text: string): FoundMark[] =>
  Array.from(text.matchAll(ANY_MARK), ({ 0: mark, index: start }) => ({ mark, start }));

/** Whether a merge left something for the writer to choose. Takes time in proportion to the text. */
export const holdsMergeMarks = (text: string): boolean => text.search(ANY_MARK) >= 0;
