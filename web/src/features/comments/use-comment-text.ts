import { useAutosavedFields } from '../../hooks/use-autosaved-fields.ts';
import type { Attempt, Fields } from '../../lib/autosave/fields.ts';

/** Where something is written: a comment below a post, an answer in a thread, or another text of a comment. */
export const places = {
  comment: (postId: string) => `comment:${postId}`,
  answer: (threadId: string) => `answer:${threadId}`,
  edit: (commentId: string) => `edit:${commentId}`,
};

interface CommentText {
  readonly text: string;
  /** The comment that is answered, where one was chosen. */
  readonly target: string | undefined;
  readonly write: (text: string, target?: string) => void;
  /** It was thrown away. */
  readonly clear: () => void;
  readonly attempt: () => Attempt;
}

/** What the reader types in one place, kept while it is not sent. `unchanged` is what stands there before anybody types. */
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

/** What is left of a text when the server has stored a part of it: what was typed while that was on its way. */
export function withoutSent(fields: Fields, sent: string): Fields | null {
  const text = (fields.text ?? '').trimStart();
  if (!text.startsWith(sent)) return fields;
  const rest = text.slice(sent.length).trimStart();
  return rest === '' ? null : { ...fields, text: rest };
}
