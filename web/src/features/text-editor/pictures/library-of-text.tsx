import { fileNameOf } from './description.ts';
import { LazyLibraryDialog } from './lazy-dialogs.ts';

interface LibraryOfTextProps {
  readonly pictures: { readonly insertStored: (pictures: readonly { src: string; alt: string }[]) => void };
  /** Also moves the focus back to the text. */
  readonly onClose: () => void;
}

/** Lets a writer insert an earlier upload at the caret. */
export function LibraryOfText({ pictures, onClose }: LibraryOfTextProps) {
  return (
    <LazyLibraryDialog
      onChoose={({ imageUrl }) => {
        pictures.insertStored([{ src: imageUrl, alt: fileNameOf(imageUrl) ?? '' }]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
