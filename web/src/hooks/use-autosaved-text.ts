import { FORM_LIFE_MS, useAutosavedFields } from './use-autosaved-fields.ts';

/** One autosaved text of a place, for example a note. */
export function useAutosavedText(place: string, unchanged = '') {
  const { fields, write, attempt } = useAutosavedFields(place, { lifeMs: FORM_LIFE_MS });
  return {
    text: fields?.text ?? unchanged,
    write: (text: string) => write(text === unchanged ? null : { text }, text.trim() !== ''),
    clear: () => write(null),
    attempt,
  };
}
