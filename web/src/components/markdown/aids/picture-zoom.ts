import { openPicture } from './picture-dialog.ts';

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
  // On this event, a failed picture is replaced or removed.
  const onError = () => requestAnimationFrame(updateAll);

  updateAll();
  root.addEventListener('click', onClick);
  // These events do not bubble but can be captured.
  root.addEventListener('load', updateAll, { capture: true });
  root.addEventListener('error', onError, { capture: true });
  window.addEventListener('resize', updateAll);
  return () => {
    close?.();
    root.removeEventListener('click', onClick);
    root.removeEventListener('load', updateAll, { capture: true });
    root.removeEventListener('error', onError, { capture: true });
    window.removeEventListener('resize', updateAll);
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
