import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { IconDrawing } from '../../../components/icon.tsx';
import { linePicture } from '../../../components/staff-icons.ts';
import { isApple } from '../../../lib/apple.ts';
import { changedRange } from '../../../lib/changed-range.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError } from '../../../lib/toast.ts';
import { LazyPictureDialog } from '../pictures/lazy-dialogs.ts';
import { LibraryOfText } from '../pictures/library-of-text.tsx';
import type { UnsavedSettings } from '../pictures/picture-dialog.tsx';
import type { SourcePicture } from '../pictures/picture-source.ts';
import { UploadList } from '../pictures/upload-list.tsx';
import { toolCaption, toolLibrary } from '../tool-icons.ts';
import { type Tool, ToolPlace, ToolRow } from '../tool-row.tsx';
import { applyEdit } from './apply-edit.ts';
import { areaSurface, selectionOf } from './area-surface.ts';
import { choosePictures } from './choose-files.ts';
import { continueList, type TextEdit, type TextSelection } from './commands.ts';
import styles from './markdown-input.module.css';
import { pasted } from './pasted.ts';
import { pendingAddress } from './pending-pictures.ts';
import { tabEdit } from './tab-edit.ts';
import { itemOfKeys, TOOLBAR_ITEMS, type ToolbarItem } from './toolbar-items.ts';
import { type ReadHtml, usePastedHtml } from './use-pasted-html.ts';
import type { Pictures } from './use-pictures.ts';

interface MarkdownInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Id of the error message. */
  readonly errorId: string | undefined;
  /** Whether this editor is in use. Otherwise it is hidden. */
  readonly isActive: boolean;
  readonly pictures: Pictures;
  /** Loads the converter from copied HTML to Markdown. */
  readonly loadReader: (html: string) => Promise<ReadHtml>;
  /** How the form finds the field, for example to focus it after an error. */
  readonly dataPath: string | undefined;
  readonly placeholder?: string;
  /** Called when the area is focused. */
  readonly onEnter?: () => void;
}

/** Adopts the text of the other mode as one undo step. */
const takeOver = (area: HTMLTextAreaElement, value: string): void => {
  const { start, remove, insert } = changedRange(area.value, value);
  const end = start + insert.length;
  applyEdit(area, { from: start, to: start + remove, insert, start: end, end });
};

const isPlainEnter = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && !altKey;

/** Keeps the area's text equal to the form's while the area is in use, and handles pasted HTML and pictures. */
function useShownText({ value, onChange, isActive, pictures, loadReader }: MarkdownInputProps) {
  const { area, writeIn } = pictures;
  const shown = useRef(value);
  const wasActive = useRef(isActive);
  const html = usePastedHtml({ pictures, loadReader, shown, value, isActive, onChange });

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the text of the form only
  useLayoutEffect(() => {
    const begins = isActive && !wasActive.current;
    wasActive.current = isActive;
    const before = shown.current;
    if (!isActive || value === before || !area.current) return;
    shown.current = value;
    if (begins) takeOver(area.current, value);
    else area.current.value = value;
    html.onChanged(before, value);
  }, [value, isActive, area]);

  useEffect(() => {
    if (!isActive || !area.current) return;
    writeIn(areaSurface(area.current));
    return () => writeIn(null);
  }, [isActive, area, writeIn]);

  const onInput = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    const before = shown.current;
    shown.current = currentTarget.value;
    html.onChanged(before, shown.current, currentTarget.selectionEnd);
    onChange(shown.current);
    const { inputType } = nativeEvent as InputEvent;
    if (inputType === 'historyUndo') pictures.onHistory('undo', before);
    if (inputType === 'historyRedo') pictures.onHistory('redo', before);
  };
  return { onInput, pasteHtml: html.paste };
}

const isTab = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === 'Tab' && !ctrlKey && !metaKey && !altKey;

/** Tab in lists, tables and code. Escape, then Tab leaves the text anywhere, until the caret moves. */
function useTab({ area }: Pictures) {
  const leavingAt = useRef<number | null>(null);
  /** The first Escape belongs to the text; the next one closes the full-page mode, or the dialog around the text. */
  const keepEscape = (isKept: boolean) => {
    if (area.current) area.current.dataset.mantineStopPropagation = String(isKept);
  };
  return {
    onSelect: () => keepEscape(area.current !== null && tabEdit(selectionOf(area.current), false) !== null),
    /** The edit for a key; null for the browser's default action. */
    commandOf(event: KeyboardEvent) {
      const at = area.current?.selectionStart ?? null;
      const isLeaving = leavingAt.current !== null && leavingAt.current === at;
      if (event.key !== 'Shift') leavingAt.current = event.key === 'Escape' ? at : null;
      if (event.key === 'Escape') keepEscape(false);
      return isTab(event) && !isLeaving ? (selection: TextSelection) => tabEdit(selection, event.shiftKey) : null;
    },
  };
}

/** Edits the text like a button or key. @returns whether there was something to edit */
function change(area: HTMLTextAreaElement | null, command: (selection: TextSelection) => TextEdit | null): boolean {
  const next = area && command(selectionOf(area));
  if (!next) return false;
  applyEdit(area, next);
  return true;
}

/** The dialogs about pictures, and functions that open them. */
function usePictureDialogs(pictures: Pictures) {
  const { area } = pictures;
  const [dialog, setDialog] = useState<'library' | SourcePicture | null>(null);
  const [unsaved] = useState<UnsavedSettings>(() => new Map());
  const close = () => {
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
  const save = ({ from, to }: SourcePicture, insert: string) => {
    const end = from + insert.length;
    change(area.current, () => ({ from, to, insert, start: end, end }));
    close();
  };
  return {
    openPicture: () => void openPicture(),
    openLibrary: () => setDialog('library'),
    dialogs: (
      <>
        {dialog === 'library' && <LibraryOfText pictures={pictures} onClose={close} />}
        {dialog !== null && dialog !== 'library' && (
          <LazyPictureDialog
            picture={dialog}
            unsaved={unsaved}
            onSave={(markdown) => save(dialog, markdown)}
            onClose={close}
          />
        )}
      </>
    ),
  };
}

/**
 * A text area for Markdown, at least 400 px high, with a toolbar, shortcuts, and pictures by button, paste or drop. It is
 * uncontrolled, so React does not compare a long text at each keystroke.
 */
export function MarkdownInput(props: MarkdownInputProps) {
  const { id, value, errorId, isActive, pictures, dataPath, placeholder } = props;
  const { area } = pictures;
  const [first] = useState(value);
  const { onInput, pasteHtml } = useShownText(props);
  const { openPicture, openLibrary, dialogs } = usePictureDialogs(pictures);
  const tab = useTab(pictures);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const command = tab.commandOf(event) ?? itemOfKeys(event)?.command ?? (isPlainEnter(event) ? continueList : null);
    if (command && change(area.current, command)) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const found = pasted(event.clipboardData);
    if (found.kind === 'text') return;
    event.preventDefault();
    if (found.kind === 'files') pictures.insert(found.files);
    else pasteHtml(found.html, found.plain);
  };
  const onDrop = (event: DragEvent) => {
    const { files } = event.dataTransfer;
    if (files.length === 0) return;
    event.preventDefault();
    pictures.insert([...files]);
  };

  return (
    <div hidden={!isActive} className={styles.root}>
      <ToolPlace>
        <Toolbar
          controls={id}
          onCommand={({ command }) => change(area.current, command)}
          pictures={[
            { label: 'Image', icon: linePicture, run: () => choosePictures(pictures.insert) },
            { label: 'Media', icon: toolLibrary, run: openLibrary },
            { label: 'Picture at the caret', icon: toolCaption, run: openPicture },
          ]}
        />
      </ToolPlace>
      <UploadList queue={pictures.queue} holds={(id) => value.includes(pendingAddress(id))} />
      <textarea
        ref={area}
        id={id}
        className={styles.area}
        defaultValue={first}
        {...{ onKeyDown, onPaste, onDrop }}
        onChange={onInput}
        onSelect={tab.onSelect}
        onCompositionStart={pictures.onCompositionStart}
        onCompositionEnd={pictures.onCompositionEnd}
        placeholder={placeholder}
        spellCheck
        required
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        data-path={isActive ? dataPath : undefined}
        onFocus={props.onEnter}
      />
      {dialogs}
    </div>
  );
}

interface ToolbarProps {
  readonly onCommand: (item: ToolbarItem) => void;
  /** The tools for pictures; the first one is the most common. */
  readonly pictures: readonly { readonly label: string; readonly icon: IconDrawing; readonly run: () => void }[];
  /** Id of the text area that the buttons change. */
  readonly controls: string;
}

/** The toolbar of the Markdown area. */
function Toolbar({ onCommand, pictures, controls }: ToolbarProps) {
  const [modifier, ariaModifier] = isApple() ? ['⌘', 'Meta'] : ['Ctrl', 'Control'];
  const toolOf = (item: ToolbarItem): Tool => ({
    id: item.label,
    label: item.label,
    icon: item.icon,
    keys: { shown: `${modifier}+${item.keys}`, aria: `${ariaModifier}+${item.keys}` },
    run: () => onCommand(item),
  });
  const [image, ...otherPictures] = pictures.map((tool): Tool => ({ ...tool, id: tool.label }));
  const itemsOf = (place: ToolbarItem['place']) => TOOLBAR_ITEMS.filter((item) => item.place === place).map(toolOf);
  return (
    <ToolRow
      controls={controls}
      groups={[itemsOf('words'), itemsOf('blocks'), image ? [image] : []]}
      more={[...itemsOf('more'), ...otherPictures]}
    />
  );
}
