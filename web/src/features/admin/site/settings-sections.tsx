import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTabStrip } from '../components/use-tab-strip.ts';
import styles from './settings-sections.module.css';

/** The sections in order, by their fragment. Newsletter pages link to `mail`. */
const SECTIONS = {
  name: { title: 'Name', text: 'In the header, in search results and on phones.' },
  look: { title: 'Look', text: 'Pictures, accent and layout of every page.' },
  'landing-page': { title: 'Landing Page', text: 'What visitors read first. An empty field is left out.' },
  footer: { title: 'Footer', text: 'At the end of every page.' },
  publication: { title: 'Publication', text: 'Language, time zone and how to reach you.' },
  mail: { title: 'Mail', text: 'The weekly digest, the public archive and the sender of your emails.' },
  traffic: { title: 'Traffic', text: 'Visits are counted in totals, not by person.' },
  'search-and-ai': { title: 'Search and AI', text: 'What search engines and assistants may do.' },
} as const;
type SectionId = keyof typeof SECTIONS;
const IDS = Object.keys(SECTIONS) as SectionId[];

/** The section at the upper third of the screen; the last one at the end of the page. */
function sectionOnScreen(): SectionId {
  const { scrollHeight } = document.documentElement;
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2) return IDS.at(-1) ?? 'name';
  const isAbove = (id: SectionId) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3;
  return IDS.findLast(isAbove) ?? 'name';
}

/** Links to the sections and shows which one is on the screen. A fragment in the address focuses its section or field. */
function SectionList() {
  const { hash, key } = useLocation();
  const [current, setCurrent] = useState<SectionId>('name');
  const strip = useTabStrip<HTMLElement>(current);
  /** The section that a link scrolled to: near the end of the page, several are on the screen. */
  const arrival = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    const id = IDS.find((one) => hash === `#${one}`);
    if (id === undefined) {
      // A warning links to its field.
      const fields = document.querySelectorAll<HTMLElement>('[data-path]');
      const field = [...fields].find(({ dataset }) => hash === `#${dataset.path}`);
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
      return;
    }
    const section = document.getElementById(id);
    section?.scrollIntoView();
    // The heading may be below its usual position, beside the last fields.
    section?.querySelector('h2')?.focus({ preventScroll: true });
    arrival.current = window.scrollY;
    setCurrent(id);
  }, [hash, key]);
  useEffect(() => {
    const look = () => {
      if (arrival.current !== null && Math.abs(window.scrollY - arrival.current) < 2) return;
      arrival.current = null;
      setCurrent(sectionOnScreen());
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);

  return (
    <nav {...strip} className={styles.list} aria-label="Sections">
      {IDS.map((id) => (
        <Link key={id} to={`#${id}`} replace aria-current={id === current ? 'location' : undefined}>
          {SECTIONS[id].title}
        </Link>
      ))}
    </nav>
  );
}

/** The sections with the list of links to them. */
export const Sections = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.page}>
    <div className={styles.columns}>
      <div className={styles.side}>
        <SectionList />
      </div>
      {children}
    </div>
  </div>
);

interface SectionProps {
  readonly id: SectionId;
  /** Stays beside the fields while they scroll. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings: its description at the left, its fields at the right. */
export function Section({ id, aside, children }: SectionProps) {
  const { title, text } = SECTIONS[id];
  const headingId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} tabIndex={-1} data-focus-target>
          {title}
        </h2>
        <p className="note">{text}</p>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}
