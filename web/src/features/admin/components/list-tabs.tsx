import type { HTMLAttributes } from 'react';
import { Link } from 'react-router';
import styles from '../admin.module.css';
import { useTabStrip } from './use-tab-strip.ts';

interface ListTab {
  readonly label: string;
  readonly to: string;
  readonly isCurrent: boolean;
}

interface ListTabsProps extends HTMLAttributes<HTMLElement> {
  /** Accessible name of the tabs: 'Which comments'. */
  readonly 'aria-label': string;
  readonly tabs: readonly ListTab[];
}

/** The states of a list as tabs, each with its own address. On a phone they scroll. */
export function ListTabs({ tabs, ...nav }: ListTabsProps) {
  const current = tabs.find(({ isCurrent }) => isCurrent)?.label;
  // Labels with counts, which load later, make the strip wider.
  const strip = useTabStrip<HTMLElement>([current, ...tabs.map(({ label }) => label)].join(' '));
  return (
    <nav {...nav} {...strip} className={styles.links}>
      {tabs.map(({ label, to, isCurrent }) => (
        <Link key={to} to={to} replace preventScrollReset aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
