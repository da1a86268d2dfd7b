import { fileNameOf } from '@inkwell/shared/picture-names';
import { LazyLibraryDialog } from './lazy-dialogs.ts';

interface LibraryOfTextProps {
  readonly pictures: { readonly insertStored: (pictures: readonly { src: string; alt: string }[]) => void };
  /** Also moves the focus back to the text. */
  readonly onClose: () => void;
}

/** Lets a writer insert a stored picture at the caret, with its description. */
export function LibraryOfText({ pictures, onClose }: LibraryOfTextProps) {
  return (
    <LazyLibraryDialog
      onChoose={({ imageUrl, description }) => {
        // Without a description, the editor asks for one: the file name does not count.
        pictures.insertStored([{ src: imageUrl, alt: description ?? fileNameOf(imageUrl) ?? '' }]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
