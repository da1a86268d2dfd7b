/** The smallest enlargement for which the dialog is offered. */
const LEAST_GAIN = 1.05;
const ZOOMABLE = 'is-zoomable';

/**
 * Lets readers enlarge pictures that are cropped or shown smaller than they are, by clicking the picture or, for keyboards and screen readers, with a
 * button after it. Pictures in links are left alone.
 * @returns a function that undoes this
 */
export function addPictureZoom(root: HTMLElement): () => void {
  const buttons = new Map<HTMLImageElement, HTMLButtonElement>();
  let close: (() => void) | undefined;

  const open = (picture: HTMLImageElement, button: HTMLButtonElement) => {
    close = openPicture(picture, {
      caption: captionOf(picture),
      onClose: () => button.focus({ preventScroll: true }),
    });
  };

  const update = (picture: HTMLImageElement) => {
    const known = buttons.get(picture);
    const isOffered = picture.isConnected && isZoomable(picture);
    if (isOffered === (known !== undefined)) return;
    picture.classList.toggle(ZOOMABLE, isOffered);
    if (known) {
      known.remove();
      buttons.delete(picture);
      return;
    }
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'zoom-picture' });
    button.setAttribute('aria-label', picture.alt ? `Enlarge picture: ${picture.alt}` : 'Enlarge picture');
    button.textContent = '+';
    button.addEventListener('click', () => open(picture, button));
    picture.after(button);
    buttons.set(picture, button);
  };
  const updateAll = () => {
    const pictures = new Set([...buttons.keys(), ...root.querySelectorAll('img')]);
    for (const picture of pictures) update(picture);
  };

  const onClick = ({ target }: Event) => {
    const button = target instanceof HTMLImageElement ? buttons.get(target) : undefined;
    if (target instanceof HTMLImageElement && button) open(target, button);
  };
  const controller = new AbortController();
  const { signal } = controller;

  updateAll();
  root.addEventListener('click', onClick, { signal });
  // These events do not bubble but can be captured. On an error, a failed picture is replaced or removed.
  root.addEventListener('load', updateAll, { capture: true, signal });
  root.addEventListener('error', () => requestAnimationFrame(updateAll), { capture: true, signal });
  window.addEventListener('resize', updateAll, { signal });
  return () => {
    close?.();
    controller.abort();
    for (const [picture, button] of buttons) {
      picture.classList.remove(ZOOMABLE);
      button.remove();
    }
    buttons.clear();
  };
}

/** The picture's own width, from its file or, before that is loaded, from its markup; 0 if unknown. */
const ownWidth = (picture: HTMLImageElement): number => Number(picture.getAttribute('width')) || picture.naturalWidth;

const isZoomable = (picture: HTMLImageElement): boolean =>
  !picture.closest('a, button') && (ownWidth(picture) > picture.clientWidth * LEAST_GAIN || isCropped(picture));

/** Covers are as wide as their picture or shorter. */
function isCropped(picture: HTMLImageElement): boolean {
  const height = Number(picture.getAttribute('height')) || picture.naturalHeight;
  const wholeHeight = (height * picture.clientWidth) / (ownWidth(picture) || 1);
  return picture.clientHeight > 0 && wholeHeight > picture.clientHeight * LEAST_GAIN;
}

const captionOf = (picture: HTMLImageElement): string =>
  picture.closest('figure')?.querySelector('figcaption')?.textContent ?? '';

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
function openPicture(picture: HTMLImageElement, { caption, onClose }: Options): () => void {
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
