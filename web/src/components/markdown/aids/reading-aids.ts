import './reading-aids.css';
import { addCopyButtons } from './copy-code.ts';
import { markCurrentSection } from './current-section.ts';
import { addPictureZoom } from './picture-zoom.ts';

/**
 * Adds buttons to the text in `root`, and marks the current section in its contents. React may own the existing elements, so buttons are inserted next to them and never around them.
 * @returns a function that removes the buttons
 */
export function addReadingAids(root: HTMLElement): () => void {
  const removals = [addCopyButtons(root), addPictureZoom(root), markCurrentSection(root)];
  return () => {
    for (const remove of removals) remove();
  };
}
