import { useAutosavedFields } from '../../hooks/use-autosaved-fields.ts';
import type { Attempt, Fields } from '../../lib/autosave/fields.ts';

/** Keys of texts: a comment below a post, a reply in a thread, an edit of a comment. */
export const places = {
  comment: (postId: string) => `comment:${postId}`,
  answer: (threadId: string) => `answer:${threadId}`,
  edit: (commentId: string) => `edit:${commentId}`,
};

interface CommentText {
  readonly text: string;
  /** The id of the parent comment, if one was selected. */
  readonly target: string | undefined;
  readonly write: (text: string, target?: string) => void;
  /** Discards the text. */
  readonly clear: () => void;
  readonly attempt: () => Attempt;
}

/**
 * The reader's autosaved text in one place.
 * @param unchanged the text before anybody types
 */
export function useCommentText(place: string, unchanged = ''): CommentText {
  const { fields, write, attempt } = useAutosavedFields(place);
  return {
    text: fields?.text ?? unchanged,
    target: fields?.target,
    write: (text, target) =>
      write(text === unchanged && unchanged !== '' ? null : { text, ...(target && { target }) }, text.trim() !== ''),
    clear: () => write(null),
    attempt,
  };
}

/** Removes the stored text and keeps the text that was typed meanwhile. */
export function withoutSent(fields: Fields, sent: string): Fields | null {
  const text = (fields.text ?? '').trimStart();
  if (!text.startsWith(sent)) return fields;
  const rest = text.slice(sent.length).trimStart();
  return rest === '' ? null : { ...fields, text: rest };
}
