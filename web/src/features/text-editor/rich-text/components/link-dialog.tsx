import { safeLink } from '@inkwell/shared/markdown/urls';
import { Modal, TextInput } from '@mantine/core';
import { getMarkRange } from '@tiptap/core';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { DialogActions } from '../../../../components/dialog-actions.tsx';
import { addressOf } from '../editing/address.ts';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

const NO_ADDRESS = 'Please enter a web address, an e-mail address, or a path of this site.';

/** The whole link at the selection, or the selection if there is no link. */
function linkedRange(editor: Editor): { readonly from: number; readonly to: number } {
  const { selection, schema } = editor.state;
  const type = schema.marks.link;
  const range = type && getMarkRange(selection.$from, type);
  return range || { from: selection.from, to: selection.to };
}

/** Adds, changes and removes the link of the selected words. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const [range] = useState(() => linkedRange(editor));
  const [href, setHref] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [words, setWords] = useState(() => editor.state.doc.textBetween(range.from, range.to, ' '));
  const [before] = useState({ href, words });
  const [error, setError] = useState<string | null>(null);
  const target = safeLink(before.href);
  const close = () => {
    onClose();
    editor.commands.focus();
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree, the form of the text contains this form.
    event.stopPropagation();
    const address = addressOf(href);
    if (!address) return setError(NO_ADDRESS);
    const shown = words.trim() === '' ? href.trim() : words;
    const { schema, tr } = editor.state;
    const mark = schema.mark('link', { href: address });
    if (shown === before.words && range.from !== range.to) tr.addMark(range.from, range.to, mark);
    else tr.replaceWith(range.from, range.to, schema.text(shown, [mark]));
    editor.view.dispatch(tr.setMeta('preventAutolink', true));
    editor.commands.setTextSelection(range.from + (shown === before.words ? range.to - range.from : shown.length));
    close();
  };

  return (
    <Modal
      opened
      onClose={close}
      title={before.href ? 'Edit Link' : 'Add Link'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <form onSubmit={onSubmit} onKeyDown={(event) => event.stopPropagation()} noValidate>
        <TextInput
          label="Address"
          type="url"
          placeholder="https://"
          data-autofocus
          value={href}
          error={error}
          onChange={(event) => {
            setHref(event.currentTarget.value);
            setError(null);
          }}
        />
        {before.href && target && target.kind !== 'fragment' && (
          <a href={target.kind === 'external' ? target.href : target.path} target="_blank" rel="noopener noreferrer">
            Open this link
          </a>
        )}
        <TextInput label="Words" mt="md" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
        <DialogActions>
          {before.href && (
            <Button
              variant="danger"
              onClick={() => {
                editor.chain().setTextSelection(range).unsetLink().setTextSelection(range.to).run();
                close();
              }}
            >
              Remove Link
            </Button>
          )}
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Save Link</Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
