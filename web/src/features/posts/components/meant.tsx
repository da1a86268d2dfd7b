import type { Suggestions } from '@inkwell/shared/search';
import { suggestionsKey } from '@inkwell/shared/search-key';
import { suggestedLinks } from '@inkwell/shared/suggested-links';
import { UNKNOWN_ADDRESS, wordsOfPath } from '@inkwell/shared/unknown-address';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import styles from './meant.module.css';

interface MeantProps {
  /** The path to look up. Give each path its own `key`. */
  readonly path: string;
}

/** The served page's suggestion for an unknown address: the app asks the server about every address that it does not know. */
export function Meant({ path }: MeantProps) {
  const client = useQueryClient();
  const [served] = useState(() => client.getQueryData<Suggestions>(suggestionsKey(wordsOfPath(path))));
  const links = served ? suggestedLinks(served) : [];
  if (links.length === 0) return null;
  return (
    <nav className={styles.meant} aria-labelledby="meant">
      <h2 id="meant">{UNKNOWN_ADDRESS.meant}</h2>
      <ul className="list">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} dir="auto">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
