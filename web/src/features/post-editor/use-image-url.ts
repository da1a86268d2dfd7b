import { useEffect, useState } from 'react';
import type { ImageChoice } from './featured-image.ts';

/** The address of the selected image for the browser, local until the image is uploaded. Null for none. */
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
