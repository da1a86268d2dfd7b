import { SITE_COLORS, SITE_MARK } from '@inkwell/shared/site';
import { namedHero } from '@inkwell/shared/site-data';
import { siteAccent } from '@inkwell/shared/site-look';
import type { CSSProperties } from 'react';
import { Image } from '../../../components/image.tsx';
import styles from './site-form.module.css';
import type { SiteValues } from './site-values.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** Previews name, logo, colours and first words of the landing page in one theme. While a colour is being typed, the last valid one stays. */
export function SitePreview({ scheme, values }: { readonly scheme: 'light' | 'dark'; readonly values: SiteValues }) {
  const typed = values[scheme === 'light' ? 'accentLight' : 'accentDark'] ?? '';
  const palette = SITE_COLORS[scheme];
  const accent = siteAccent(scheme, HEX.test(typed) ? typed.toLowerCase() : palette.accent);
  const { kicker } = namedHero({ kicker: values['hero:kicker'], title: null, lead: null, trust: null }, values.name);
  const look = {
    '--paper': palette.paper,
    '--text': palette.text,
    '--muted': palette.muted,
    '--line': palette.line,
    '--accent': accent.accent,
    '--accent-soft': accent.accentSoft,
    '--on-accent': accent.onAccent,
  } as CSSProperties;
  return (
    <figure className={styles.preview} style={look} aria-label={`Preview in the ${scheme} theme`}>
      <p className={styles.previewName} dir="auto">
        {values.logo ? (
          <Image key={values.logo} src={values.logo} alt="" sizes="8rem" className={styles.previewLogo} />
        ) : (
          <svg
            viewBox={`0 0 ${SITE_MARK.width} ${SITE_MARK.height}`}
            height="1em"
            fill="currentColor"
            aria-hidden="true"
          >
            <path d={SITE_MARK.path} />
          </svg>
        )}
        {!(values.logo && values.logoReplacesName === 'yes') && values.name}
      </p>
      <div className={styles.previewHero}>
        {kicker && <p dir="auto">{kicker}</p>}
        <p className={styles.previewTitle} dir="auto">
          {values['hero:title']}
        </p>
        {values['hero:lead'] && <p dir="auto">{values['hero:lead']}</p>}
      </div>
      <p className={styles.previewRow}>
        <span className={styles.previewLink}>A link</span>
        <span className={styles.previewChip}>A category</span>
        <span className={styles.previewButton}>Subscribe</span>
      </p>
    </figure>
  );
}
