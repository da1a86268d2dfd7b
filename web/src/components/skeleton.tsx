import type { CSSProperties, ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly isRound?: boolean;
  readonly className?: string | undefined;
}

/** A grey placeholder for loading content. */
export function Skeleton({ width = '100%', height = '1em', isRound = false, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={className ? `${styles.skeleton} ${className}` : styles.skeleton}
      style={{ width, height, ...(isRound && { borderRadius: '50%' }) }}
    />
  );
}

/** Contains skeletons and announces once that something loads. */
export function LoadingRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
