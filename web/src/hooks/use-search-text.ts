import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { useTypedBefore } from './use-typed-before.ts';

/** The text of a search form, which follows the current `query`. `onSearch` gets its words, unless they are blank. */
export function useSearchText(query: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(query);
  const [textOf, setTextOf] = useState(query);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  if (textOf !== query) {
    setTextOf(query);
    setText(query);
  }
  useTypedBefore(form, (_, typed) => setText(typed));

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words) onSearch(words);
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value);
  return {
    text,
    setText,
    formProps: { ref: form, onSubmit },
    inputProps: { id, type: 'search', name: 'q', maxLength: POST_LIMITS.query, value: text, onChange },
  };
}
