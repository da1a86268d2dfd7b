import { imageSources } from '@inkwell/shared/images';
import { PICTURE_SIZES, readPictureNotes } from '@inkwell/shared/markdown/picture-notes';
import { safeImageUrl } from '@inkwell/shared/markdown/urls';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { pendingId } from '../../markdown-input/pending-pictures.ts';
import { needsDescription } from '../../pictures/description.ts';
import type { Upload, UploadQueue } from '../../pictures/upload-queue.ts';

interface ViewOptions {
  readonly queue: UploadQueue;
  /** Selects the picture and focuses its description. */
  readonly onDescribe: () => void;
  /** Moves the focus to the text when a focused button disappears. */
  readonly onDone: () => void;
}

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), properties);
}

const button = (text: string, name: string, onclick: () => void) => {
  const made = element('button', { type: 'button', className: 'rich-picture-button', textContent: text, onclick });
  made.setAttribute('aria-label', name);
  // A click must not take the focus from the text.
  made.onmousedown = (event) => event.preventDefault();
  return made;
};

/**
 * A picture in the editor, with its caption and a button to describe it. During the upload, it shows the local file with the progress; for a
 * forbidden address, only the description.
 */
export class PictureView implements NodeView {
  readonly dom = element('span', { className: 'rich-picture' });
  #node: Node;
  readonly #options: ViewOptions;
  readonly #unsubscribe: () => void;
  #drawnUpload: Upload | undefined;
  /** The progress elements, which are updated in place, so that buttons next to them keep the focus. */
  #progress: { readonly bar: HTMLProgressElement; readonly stage: HTMLElement } | null = null;

  constructor(node: Node, options: ViewOptions) {
    this.#node = node;
    this.#options = options;
    this.#unsubscribe = options.queue.subscribe(() => this.#follow());
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.eq(this.#node);
    this.#node = node;
    if (!isSame) this.#draw();
    return true;
  }

  /** The browser handles buttons inside; the editor handles all other events. */
  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest('button') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#unsubscribe();
  }

  #upload(): Upload | undefined {
    const id = pendingId(String(this.#node.attrs.src));
    return id === null ? undefined : this.#options.queue.get(id);
  }

  #follow(): void {
    const upload = this.#upload();
    // The placeholder of a removed upload disappears when the text changes.
    if (upload === this.#drawnUpload || upload?.status === 'removed') return;
    const isOnlyFurther = upload && this.#progress && upload.status !== 'failed';
    if (!isOnlyFurther) {
      this.#draw();
      return;
    }
    this.#drawnUpload = upload;
    this.#progress?.bar.setAttribute('value', String(upload.share));
    if (this.#progress) this.#progress.stage.textContent = stageOf(upload);
  }

  #draw(): void {
    const { src, alt, title } = this.#node.attrs;
    const upload = this.#upload();
    this.#drawnUpload = upload;
    this.#progress = null;
    const { width } = readPictureNotes(String(src));
    this.dom.dataset.width = width;
    this.dom.toggleAttribute('data-pending', upload !== undefined);
    if (upload) this.dom.replaceChildren(...this.#placeOf(upload));
    else this.dom.replaceChildren(...this.#pictureOf(String(src), String(alt)));
    if (title) this.dom.append(element('span', { className: 'rich-picture-caption', textContent: String(title) }));
    if (!upload) this.#ask();
  }

  #pictureOf(src: string, alt: string): HTMLElement[] {
    const url = safeImageUrl(src);
    if (!url) return [element('span', { className: 'rich-picture-words', textContent: alt || src })];
    const notes = readPictureNotes(url);
    const { srcSet, width, height } = imageSources(notes.address);
    const picture = element('img', { alt, draggable: false, decoding: 'async', referrerPolicy: 'no-referrer' });
    if (width && height) Object.assign(picture, { width, height });
    if (srcSet) Object.assign(picture, { sizes: PICTURE_SIZES[notes.width], srcset: srcSet });
    picture.src = notes.address;
    return [picture];
  }

  #placeOf(upload: Upload): HTMLElement[] {
    const { queue, onDone } = this.#options;
    const retry = () => {
      queue.retry(id);
      onDone();
    };
    const remove = () => {
      queue.remove(id);
      onDone();
    };
    const { id, alt, status, preview, problem, share } = upload;
    const shown = element('img', { alt: '', draggable: false, className: 'rich-picture-preview' });
    // For a file that the browser cannot show (HEIC), only the name is shown.
    shown.onerror = () => shown.remove();
    if (preview) shown.src = preview;
    const bar = element('span', { className: 'rich-picture-bar' });
    const label = element('span', {});
    if (status === 'failed') {
      bar.dataset.failed = '';
      label.textContent = `${alt} was not uploaded. ${problem ?? ''}`.trim();
      bar.append(label);
      if (upload.canRetry) bar.append(button('Try again', `Try again: ${alt}`, retry));
      bar.append(button('Remove', `Remove: ${alt}`, remove));
    } else {
      const progress = element('progress', { value: share });
      progress.setAttribute('aria-label', `Uploading ${alt}`);
      label.textContent = stageOf(upload);
      this.#progress = { bar: progress, stage: label };
      bar.append(label, progress, button('Remove', `Remove: ${alt}`, remove));
    }
    return preview ? [shown, bar] : [bar];
  }

  #ask(): void {
    const { src, alt } = this.#node.attrs;
    const picture = { src: String(src), alt: String(alt) };
    if (!safeImageUrl(picture.src) || !needsDescription(picture)) return;
    const ask = button('Describe this picture', 'Describe this picture', () => this.#options.onDescribe());
    ask.classList.add('rich-picture-ask');
    this.dom.append(ask);
  }
}

const stageOf = ({ alt, status, share }: Upload): string => {
  if (status !== 'sending') return `Uploading ${alt}...`;
  return share < 1 ? `Uploading ${alt}... ${Math.round(share * 100)}%` : `Storing ${alt}...`;
};
