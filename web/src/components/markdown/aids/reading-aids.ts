import './reading-aids.css';
import { addCopyButtons } from './copy-code.ts';
import { addPictureZoom } from './picture-zoom.ts';

/**
 * Adds buttons to the text within `root`: beside the elements that are there, which React may own, and never around them.
 * @returns what takes them away
 */
export function addReadingAids(root: HTMLElement): () => void {
  const removals = [addCopyButtons(root), addPictureZoom(root)];
  return () => {
    for (const remove of removals) remove();
  };
}
