interface Options {
  /** Empty if there is none. */
  readonly caption: string;
  readonly onClose: () => void;
}

/**
 * Shows `picture` as large as the screen allows: first the copy in the page, then the full size once it has loaded, so that it also works offline.
 * Escape, the button and a click anywhere close the dialog.
 * @returns a function that closes the dialog
 */
export function openPicture(picture: HTMLImageElement, { caption, onClose }: Options): () => void {
  const dialog = document.createElement('dialog');
  dialog.className = 'picture-dialog';
  dialog.setAttribute('aria-label', picture.alt || 'Picture');

  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'picture-close',
    textContent: '×',
  });
  button.setAttribute('aria-label', 'Close');

  const large = Object.assign(document.createElement('img'), { alt: picture.alt, referrerPolicy: 'no-referrer' });
  large.src = picture.currentSrc || picture.src;
  large.style.width = fittingWidth(picture);
  if (picture.currentSrc !== '' && picture.currentSrc !== picture.src) void replaceWhenLoaded(large, picture.src);

  const figure = document.createElement('figure');
  figure.append(large);
  if (caption) figure.append(Object.assign(document.createElement('figcaption'), { textContent: caption }));
  dialog.append(button, figure);

  const close = () => dialog.close();
  dialog.addEventListener('click', close);
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/** Limits the picture to its own width and to the screen, with the same box for every copy. */
function fittingWidth(picture: HTMLImageElement): string {
  const width = Number(picture.getAttribute('width')) || picture.naturalWidth;
  const height = Number(picture.getAttribute('height')) || picture.naturalHeight;
  if (!width || !height) return '100%';
  return `min(${width}px, 100%, calc((100dvh - var(--around)) * ${(width / height).toFixed(4)}))`;
}

async function replaceWhenLoaded(shown: HTMLImageElement, address: string): Promise<void> {
  const full = Object.assign(new Image(), { referrerPolicy: 'no-referrer', src: address });
  try {
    await full.decode();
    shown.src = address;
  } catch {
    // The displayed copy stays if the full size cannot be loaded.
  }
}
