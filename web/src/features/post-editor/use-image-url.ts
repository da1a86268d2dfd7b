import { useEffect, useState } from 'react';
import type { ImageChoice } from './featured-image.ts';

/** Where the browser finds the chosen image: at a local address while it was not uploaded yet. Null for none. */
export function useImageUrl(image: ImageChoice): string | null {
  const file = image.kind === 'file' ? image.file : null;
  const [fileUrl, setFileUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const created = URL.createObjectURL(file);
    setFileUrl(created);
    return () => {
      URL.revokeObjectURL(created);
      setFileUrl(null);
    };
  }, [file]);
  return image.kind === 'stored' ? image.url : fileUrl;
}
