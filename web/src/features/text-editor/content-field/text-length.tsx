import { counted } from '@inkwell/shared/format';
import { textFacts } from '@inkwell/shared/text-facts';
import { useEffect, useState } from 'react';
import styles from './content-field.module.css';

/** Counting reads the whole text, so it waits for a pause in typing. */
const PAUSE_MS = 600;

/** The number of words and the reading time. */
export function TextLength({ value }: { readonly value: string }) {
  const [facts, setFacts] = useState(() => textFacts(value));
  useEffect(() => {
    const timer = setTimeout(() => setFacts(textFacts(value)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const { words, minutes } = facts;
  return (
    <p className={styles.length}>
      {counted(words, 'word', 'words')}
      {words > 0 && ` · ${minutes} min to read`}
    </p>
  );
}
