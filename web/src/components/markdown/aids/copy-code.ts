import { toastError } from '../../../lib/toast.ts';

/** How long the button says what came of it. */
const FEEDBACK_MS = 2_500;

/** Gives each block of code a button that copies it. @returns what takes the buttons away */
export function addCopyButtons(root: HTMLElement): () => void {
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
  // In the page before it says something, as screen readers need it.
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

/** Copies the text of `code`; where the clipboard is refused selects it and says so. @returns whether it is copied */
async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    toastError('Copying failed', 'The code is selected now, so that you can copy it yourself');
    return false;
  }
}
