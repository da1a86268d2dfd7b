import type { IconDefinition } from '@fortawesome/free-solid-svg-icons';

interface IconProps {
  readonly icon: IconDefinition;
  /** What the icon says where no text beside it does; without it the icon is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A Font Awesome Free path (CC BY 4.0, see NOTICE) in an svg of our own, as large as the text around it. */
export function Icon({ icon, label, className }: IconProps) {
  const [width, height, , , path] = icon.icon;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={`${(width / height).toFixed(3)}em`}
      height="1em"
      fill="currentColor"
      focusable="false"
      style={{ flex: 'none' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={Array.isArray(path) ? path.join('') : path} />
    </svg>
  );
}
