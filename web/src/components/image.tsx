import { imageSources } from '@inkwell/shared/images';
import { type ReactNode, useState } from 'react';

interface ImageProps {
  readonly src: string;
  /** Empty for decoration. */
  readonly alt: string;
  /** Displayed width, as in the `sizes` attribute. */
  readonly sizes?: string;
  readonly className?: string | undefined;
  /** Visible first: loads at once, before other images. */
  readonly isPriority?: boolean;
  /** Shown if the picture cannot be loaded; nothing by default. */
  readonly fallback?: ReactNode;
}

/** A picture in the right size for the screen. The style sheet or the picture's size reserves its box, so that nothing moves. */
export function Image({ src, alt, sizes = '100vw', className, isPriority = false, fallback = null }: ImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (failedSrc === src) return fallback;

  const { srcSet, width, height } = imageSources(src);
  return (
    <img
      src={src}
      alt={alt}
      className={className}
      loading={isPriority ? 'eager' : 'lazy'}
      fetchPriority={isPriority ? 'high' : 'auto'}
      decoding="async"
      // Some hosts of profile pictures reject requests from other sites.
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
      {...(srcSet && { srcSet, sizes })}
      {...(width && height && { width, height })}
    />
  );
}
