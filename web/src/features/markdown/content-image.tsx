import { decodeEntities } from '@inkwell/shared/markdown/entities';
import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import type { Tokens } from 'marked';
import { Image } from '../../components/image.tsx';

/** A picture within a text; one that may not or cannot be shown leaves its description. */
export function ContentImage({ token }: { token: Tokens.Image }) {
  const alt = decodeEntities(token.text);
  const url = safeImageUrl(token.href);
  const words = <span>{alt}</span>;
  if (!url) return words;
  return <Image src={url} alt={alt} sizes="(max-width: 45rem) 92vw, 42rem" fallback={words} />;
}
