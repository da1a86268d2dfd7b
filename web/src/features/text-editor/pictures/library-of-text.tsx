import { fileWordsOf } from './description.ts';
import { LazyLibraryDialog } from './lazy-dialogs.ts';

interface LibraryOfTextProps {
  readonly pictures: { readonly insertStored: (pictures: readonly { src: string; alt: string }[]) => void };
  /** Also leads back to the text. */
  readonly onClose: () => void;
}

/** Earlier uploads, one of which is put into the text at its caret. */
export function LibraryOfText({ pictures, onClose }: LibraryOfTextProps) {
  return (
    <LazyLibraryDialog
      onChoose={({ imageUrl }) => {
        pictures.insertStored([{ src: imageUrl, alt: fileWordsOf(imageUrl) ?? '' }]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
