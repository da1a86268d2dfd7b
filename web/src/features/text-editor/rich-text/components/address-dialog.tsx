import { isCardAddress } from '@inkwell/shared/markdown/cards';
import { embedOf } from '@inkwell/shared/markdown/embeds';
import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { TextDialog } from '../../text-dialog.tsx';
import { addressOf } from '../editing/address.ts';

export type CardKind = 'video' | 'card';

interface AddressDialogProps {
  readonly editor: Editor;
  readonly kind: CardKind;
  readonly onClose: () => void;
}

const WORDS = {
  video: {
    title: 'Add Video',
    label: 'Address of the video',
    hint: 'On YouTube or Vimeo. Readers see a card that plays the video.',
    wrong: 'Please enter the address of a video on YouTube or Vimeo.',
  },
  card: {
    title: 'Add Card',
    label: 'Address of the page',
    hint: 'Readers see a card that leads to the page.',
    wrong: 'Please enter a web address.',
  },
} as const;

/** The address in its stored form; null if readers would not see the requested card. */
function cardAddress(typed: string, kind: CardKind): string | null {
  const address = addressOf(typed);
  if (!address || !URL.canParse(address)) return null;
  const { href } = new URL(address);
  const embed = embedOf(href)?.kind;
  if (kind === 'video' && embed !== 'youtube' && embed !== 'vimeo') return null;
  return isCardAddress(href, href) ? href : null;
}

/** Asks for an address and inserts it as its own paragraph, which readers see as a card. */
export function AddressDialog({ editor, kind, onClose }: AddressDialogProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const words = WORDS[kind];
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const onSubmit = () => {
    const href = cardAddress(typed, kind);
    if (!href) return setError(words.wrong);
    const text = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] };
    editor.chain().insertContent(text).splitBlock().unsetMark('link').run();
    close();
  };
  return (
    <TextDialog title={words.title} onSubmit={onSubmit} onClose={close}>
      <TextInput
        label={words.label}
        description={words.hint}
        type="url"
        placeholder="https://"
        data-autofocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
      />
    </TextDialog>
  );
}
