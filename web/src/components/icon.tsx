import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';
import type { LineIcon } from '@inkwell/shared/line-icons';

/** Imported one by one, so that a page loads only the icons it shows. */
export type IconDrawing = LineIcon | IconDefinition;

interface IconProps {
  readonly icon: IconDrawing;
  /** The icon's name if no text next to it has it. Without a label, the icon is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

const LINE = {
  viewBox: '0 0 24 24',
  width: '1.15em',
  height: '1.15em',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.8',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Font Awesome Free (CC BY 4.0, see NOTICE). */
const shapeOf = ({ icon: [width, height] }: IconDefinition) => ({
  viewBox: `0 0 ${width} ${height}`,
  width: `${(width / height).toFixed(3)}em`,
  height: '1em',
  fill: 'currentColor',
});

function pathOf({ icon: [, , , , path] }: IconDefinition): string {
  return Array.isArray(path) ? path.join('') : path;
}

/** An icon in the color of the text around it, and about as large. */
export function Icon({ icon, label, className }: IconProps) {
  const isLine = 'line' in icon;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className={className}
      {...(isLine ? LINE : shapeOf(icon))}
      focusable="false"
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={isLine ? icon.line : pathOf(icon)} />
    </svg>
  );
}
