import { safeLink } from '@inkwell/shared/markdown/urls';
import { TextInput } from '@mantine/core';
import { getMarkRange } from '@tiptap/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { TextDialog } from '../../text-dialog.tsx';
import { addressOf } from '../editing/address.ts';

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

const NO_ADDRESS = 'Please enter a web address, an email address, or a path of this site.';

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

  const remove = () => {
    editor.chain().setTextSelection(range).unsetLink().setTextSelection(range.to).run();
    close();
  };
  const onSubmit = () => {
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
    <TextDialog
      title={before.href ? 'Edit Link' : 'Add Link'}
      submitLabel="Save Link"
      onSubmit={onSubmit}
      onClose={close}
      actions={
        before.href && (
          <Button variant="danger" onClick={remove}>
            Remove Link
          </Button>
        )
      }
    >
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
    </TextDialog>
  );
}
