import { faClosedCaptioning, faImage, faImages } from '@fortawesome/free-solid-svg-icons';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { changedRange } from '../../../lib/changed-range.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { LazyPictureDialog } from '../pictures/lazy-dialogs.ts';
import { LibraryOfText } from '../pictures/library-of-text.tsx';
import type { UnsavedSettings } from '../pictures/picture-dialog.tsx';
import type { SourcePicture } from '../pictures/picture-source.ts';
import { UploadList } from '../pictures/upload-list.tsx';
import { applyEdit } from './apply-edit.ts';
import { areaSurface, selectionOf } from './area-surface.ts';
import { choosePictures } from './choose-files.ts';
import { continueList, type TextEdit, type TextSelection } from './commands.ts';
import styles from './markdown-input.module.css';
import { pasted } from './pasted.ts';
import { pendingAddress } from './pending-pictures.ts';
import { Toolbar } from './toolbar.tsx';
import { itemOfKeys } from './toolbar-items.ts';
import type { Pictures } from './use-pictures.ts';

interface MarkdownInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Id of the error message. */
  readonly errorId: string | undefined;
  /** Whether this editor is in use. While it is not, it is hidden. */
  readonly isActive: boolean;
  readonly pictures: Pictures;
  /** Converts copied HTML to Markdown, and the pictures embedded in it to files. */
  readonly readHtml: (html: string) => Promise<{ readonly text: string; readonly files: readonly File[] }>;
  /** By which the form finds the field, e.g. to focus it after an error. */
  readonly dataPath: string | undefined;
  /** Called when the area is focused. */
  readonly onEnter?: () => void;
}

/** Adopts the text of the other mode as one undo step. */
const takeOver = (area: HTMLTextAreaElement, value: string): void => {
  const { start, remove, insert } = changedRange(area.value, value);
  const end = start + insert.length;
  applyEdit(area, { from: start, to: start + remove, insert, start: end, end });
};

/**
 * A text area for Markdown, at least 400 px high, with a toolbar, shortcuts, and pictures by button, paste or drop. It is
 * uncontrolled, so React does not compare a long text at each keystroke.
 */
export function MarkdownInput(props: MarkdownInputProps) {
  const { id, value, onChange, errorId, isActive, pictures, readHtml, dataPath } = props;
  const { area } = pictures;
  const [first] = useState(value);
  /** The text in the area. */
  const shown = useRef(value);
  const wasActive = useRef(isActive);

  useLayoutEffect(() => {
    const begins = isActive && !wasActive.current;
    wasActive.current = isActive;
    if (!isActive || value === shown.current || !area.current) return;
    shown.current = value;
    if (begins) takeOver(area.current, value);
    else area.current.value = value;
  }, [value, isActive, area]);

  const { writeIn } = pictures;
  useEffect(() => {
    if (!isActive || !area.current) return;
    writeIn(areaSurface(area.current));
    return () => writeIn(null);
  }, [isActive, area, writeIn]);

  /** The open dialog. */
  const [dialog, setDialog] = useState<'library' | SourcePicture | null>(null);
  const [unsavedSettings] = useState<UnsavedSettings>(() => new Map());
  const closeDialog = () => {
    setDialog(null);
    area.current?.focus();
  };
  async function openPicture(): Promise<void> {
    const { current } = area;
    if (!current) return;
    try {
      const { pictureAt } = await import('../pictures/picture-source.ts');
      const found = pictureAt(current.value, current.selectionStart);
      if (found) setDialog(found);
      else toastError('No Picture Here', 'Place the caret in the Markdown of a picture first.');
    } catch (error) {
      toastError('Error', `The picture could not be opened. ${failureText(error)}`);
    }
  }
  const savePicture = ({ from, to }: SourcePicture, markdown: string) => {
    const end = from + markdown.length;
    edit(() => ({ from, to, insert: markdown, start: end, end }));
    closeDialog();
  };

  const edit = (change: (selection: TextSelection) => TextEdit | null): boolean => {
    const next = area.current && change(selectionOf(area.current));
    if (!next || !area.current) return false;
    applyEdit(area.current, next);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const item = itemOfKeys(event);
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (item ? edit(item.command) : isPlainEnter && edit(continueList)) event.preventDefault();
  };

  async function pasteHtml(html: string): Promise<void> {
    try {
      const { text, files } = await readHtml(html);
      edit(({ start, end }) => {
        const caret = start + text.length;
        return { from: start, to: end, insert: text, start: caret, end: caret };
      });
      if (files.length > 0) pictures.insert(files);
    } catch (error) {
      console.warn('Pasted HTML could not be converted to Markdown', error);
      toastError('Error', 'The formatting could not be read. Ctrl+Shift+V pastes plain text.');
    }
  }

  const onPaste = (event: ClipboardEvent) => {
    const found = pasted(event.clipboardData);
    if (found.kind === 'text') return;
    event.preventDefault();
    if (found.kind === 'files') pictures.insert(found.files);
    else void pasteHtml(found.html);
  };

  const onDrop = (event: DragEvent) => {
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    event.preventDefault();
    pictures.insert([...files]);
  };

  return (
    <div hidden={!isActive}>
      <Toolbar
        controls={id}
        onCommand={({ command }) => edit(command)}
        pictures={[
          { label: 'Image', icon: faImage, run: () => choosePictures(pictures.insert) },
          { label: 'Your pictures', icon: faImages, run: () => setDialog('library') },
          { label: 'Picture at the caret', icon: faClosedCaptioning, run: () => void openPicture() },
        ]}
      />
      <UploadList queue={pictures.queue} holds={(id) => value.includes(pendingAddress(id))} />
      <textarea
        ref={area}
        id={id}
        className={styles.area}
        defaultValue={first}
        onChange={(event) => {
          const before = shown.current;
          shown.current = event.currentTarget.value;
          onChange(shown.current);
          const { inputType } = event.nativeEvent as InputEvent;
          if (inputType === 'historyUndo') pictures.onHistory('undo', before);
          if (inputType === 'historyRedo') pictures.onHistory('redo', before);
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDrop={onDrop}
        onCompositionStart={pictures.onCompositionStart}
        onCompositionEnd={pictures.onCompositionEnd}
        placeholder="Write your story. Markdown works here."
        spellCheck
        required
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        data-path={isActive ? dataPath : undefined}
        onFocus={props.onEnter}
      />
      {dialog === 'library' && <LibraryOfText pictures={pictures} onClose={closeDialog} />}
      {dialog !== null && dialog !== 'library' && (
        <LazyPictureDialog
          picture={dialog}
          unsaved={unsavedSettings}
          onSave={(markdown) => savePicture(dialog, markdown)}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
