import { imageSources } from '@inkwell/shared/images';
import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import type { Tokens } from 'marked';

/** A picture within a text; one whose address is not allowed leaves its description. */
export function ContentImage({ token }: { token: Tokens.Image }) {
  const alt = decodeEntities(token.text);
  const url = safeImageUrl(token.href);
  if (!url) return <span>{alt}</span>;

  const { src, srcSet, width, height } = imageSources(url);
  return (
    <img
      src={src}
      alt={alt}
      {...(srcSet ? { srcSet, sizes: '(max-width: 48em) 100vw, 45rem' } : {})}
      {...(width && height ? { width, height } : {})}
      {...(token.title ? { title: decodeEntities(token.title) } : {})}
      loading="lazy"
      decoding="async"
    />
  );
}
