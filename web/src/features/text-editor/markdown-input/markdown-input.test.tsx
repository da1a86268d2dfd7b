import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { toastStore } from '../../../lib/toast.ts';
import { MarkdownInput } from './markdown-input.tsx';
import type { ReadHtml } from './use-pasted-html.ts';
import { usePictures } from './use-pictures.ts';

let value = '';
const show: { mode?: (isActive: boolean) => void } = {};

function open(text: string) {
  let resolve: (read: ReadHtml) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const reader = new Promise<ReadHtml>((onRead, onError) => {
    resolve = onRead;
    reject = onError;
  });
  function Form() {
    const [content, setContent] = useState(text);
    const [isActive, setActive] = useState(true);
    const pictures = usePictures();
    value = content;
    show.mode = setActive;
    return (
      <MarkdownInput
        id="content"
        value={content}
        onChange={setContent}
        errorId={undefined}
        isActive={isActive}
        pictures={pictures}
        loadReader={() => reader}
        dataPath="content"
      />
    );
  }
  render(<Form />);
  const area = screen.getByRole<HTMLTextAreaElement>('textbox');
  return {
    area,
    paste(plain: string, at: number, end = at) {
      area.focus();
      area.setSelectionRange(at, end);
      const getData = (type: string) => (type === 'text/html' ? `<b>${plain}</b>` : plain);
      fireEvent.paste(area, { clipboardData: { files: [], getData } });
    },
    /** Types at a position, as the browser does. */
    type(words: string, at: number) {
      area.setRangeText(words, at, at, 'end');
      fireEvent.input(area);
    },
    comes: (read: ReadHtml = (html) => html.replace(/<\/?b>/g, '**')) => act(async () => resolve(read)),
    fails: () => act(async () => reject(new TypeError('Failed to fetch'))),
  };
}

describe('copied HTML in the Markdown area', () => {
  it('replaces the selection as plain text at once, and becomes Markdown when the converter is loaded', async () => {
    const { paste, comes, area } = open('one two three');

    paste('2', 4, 7);
    expect(value).toBe('one 2 three');
    await comes();

    expect(value).toBe('one **2** three');
    expect(area.selectionEnd).toBe('one **2**'.length);
  });

  it('keeps its position: text typed and selected around it is not changed', async () => {
    const { paste, type, comes, area } = open('one three');

    paste('two ', 4);
    type('!', 'one two three'.length);
    type('So ', 0);
    area.setSelectionRange(3, 6);
    await comes(() => '**two** ');

    expect(value).toBe('So one **two** three!');
    expect([area.selectionStart, area.selectionEnd]).toEqual([3, 6]);
  });

  it('is converted for the surrounding text, whose footnote labels are taken', async () => {
    const { paste, comes } = open('one[^1] four');
    let around = '';

    paste('two', 8);
    await comes((_html, _place, text) => {
      around = text;
      return 'two[^2]\n\n[^2]: Three';
    });

    expect(value).toBe('one[^1] \n\ntwo[^2]\n\n[^2]: Three\n\nfour');
    expect(around).toBe('one[^1] \n\nfour');
  });

  it.each([
    ['one of its characters was changed', 'one txwo three'],
    ['it was undone', 'one three'],
  ])('is not converted if %s in the meantime', async (_, changed) => {
    const { paste, comes, area } = open('one three');

    paste('two ', 4);
    fireEvent.change(area, { target: { value: changed } });
    await comes();

    expect(value).toBe(changed);
  });

  it('stays plain text, and says so, if the converter cannot be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { paste, fails } = open('');

    paste('two', 0);
    await fails();

    expect(value).toBe('two');
    expect(toastStore.snapshot()?.message).toContain('pasted without it');
  });

  it('also becomes Markdown if the writer has switched to rich text', async () => {
    const { paste, comes } = open('one ');

    paste('two', 4);
    act(() => show.mode?.(false));
    await comes();

    expect(value).toBe('one **two**');
  });

  it('waits while an input method composes a character', async () => {
    const { paste, comes, area } = open('one ');

    paste('two', 4);
    fireEvent.compositionStart(area);
    await comes();
    expect(value).toBe('one two');
    fireEvent.compositionEnd(area);

    await vi.waitFor(() => expect(value).toBe('one **two**'));
  });

  it('keeps its pictures in position, and names missing ones', async () => {
    const picture = new File(['a'], 'harbour.png', { type: 'image/png' });
    const { paste, comes } = open('');
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const messages: unknown[] = [];
    const stop = toastStore.subscribe(() => messages.push(toastStore.snapshot()?.message));

    paste('one', 0);
    await comes((_, place) => {
      const [first] = place([picture], ['clip.png']);
      return `one ![${first?.alt}](${first?.src}) two`;
    });

    expect(value).toMatch(/^one !\[Uploading harbour\.\.\.\]\(uploading:\w+\) two$/);
    expect(messages.join()).toContain('clip.png');
    stop();
  });
});

describe('Tab in the Markdown area', () => {
  const press = (area: HTMLElement, key: string) => fireEvent.keyDown(area, { key });

  it('indents an item, and leaves the text elsewhere', () => {
    const { area } = open('- ice\n- red');
    area.focus();
    area.setSelectionRange(11, 11);

    expect(press(area, 'Tab')).toBe(false);
    expect(value).toBe('- ice\n  - red');
    fireEvent.input(area, { target: { value: 'words' } });
    area.setSelectionRange(5, 5);
    expect(press(area, 'Tab')).toBe(true);
  });

  it('leaves the text after Escape, until the caret has moved', () => {
    const { area } = open('- ice\n- red');
    area.focus();
    area.setSelectionRange(11, 11);
    fireEvent.select(area);
    expect(area).toHaveAttribute('data-mantine-stop-propagation', 'true');

    press(area, 'Escape');
    expect(area).toHaveAttribute('data-mantine-stop-propagation', 'false');
    press(area, 'Shift');
    expect(press(area, 'Tab')).toBe(true);
    expect(value).toBe('- ice\n- red');

    press(area, 'Escape');
    area.setSelectionRange(10, 10);
    expect(press(area, 'Tab')).toBe(false);
  });
});
