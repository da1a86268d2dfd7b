import styles from './ad-slot.module.css';

/** Sizes of the two placeholder ad slots in CSS pixels. Product §9. */
const AD_SIZES = { leaderboard: [728, 90], rectangle: [300, 250] } as const;

/** Reserves space for an advertisement; on a narrow screen it shrinks in proportion. */
export function AdSlot({ kind }: { readonly kind: keyof typeof AD_SIZES }) {
  const [width, height] = AD_SIZES[kind];
  return (
    <aside
      aria-label={`Advertisement, ${width} by ${height}`}
      className={styles.slot}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    >
      <span>
        Advertisement · {width}x{height}
      </span>
    </aside>
  );
}
