import './reading-aids.css';
import { toastError } from '../../../lib/toast.ts';
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

/** How long the button shows the result. */
const FEEDBACK_MS = 2_500;

/** Adds a copy button to each code block. @returns a function that removes the buttons */
function addCopyButtons(root: HTMLElement): () => void {
  const removals = [...root.querySelectorAll<HTMLElement>('.markdown-code')].map((block) => {
    const bar = block.querySelector('.markdown-bar');
    const code = block.querySelector('code');
    return bar && code ? addCopyButton(bar, code) : () => undefined;
  });
  return () => {
    for (const remove of removals) remove();
  };
}

function addCopyButton(bar: Element, code: Element): () => void {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy-code' });
  // Screen readers announce a status only if its element existed before the text.
  const status = Object.assign(document.createElement('span'), { className: 'visually-hidden', role: 'status' });
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (feedback: string | null) => {
    button.textContent = feedback ?? 'Copy';
    button.ariaLabel = feedback === null ? 'Copy code' : null;
    status.textContent = feedback;
  };
  show(null);
  button.addEventListener('click', async () => {
    const isCopied = await copy(code);
    clearTimeout(timer);
    show(isCopied ? 'Copied' : null);
    timer = setTimeout(() => show(null), FEEDBACK_MS);
  });

  bar.append(status, button);
  return () => {
    clearTimeout(timer);
    status.remove();
    button.remove();
  };
}

/** Copies the text of `code`, or selects it if the clipboard is not available. @returns whether the text was copied */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    toastError('Copying failed', 'The code is selected. Press Ctrl or Cmd and C to copy it');
    return false;
  }
}
