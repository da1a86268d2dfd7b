import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { uploadFile } from '../../../lib/upload.ts';
import { png } from '../../../test/editor-page.ts';
import { rememberWritingMode } from '../writing-mode.ts';
import { FieldOfTest } from './field-of-test.tsx';

vi.mock('../../../lib/upload.ts', () => ({ uploadFile: vi.fn() }));

function open(value = '', options = {}) {
  const outside = { value, set: (_value: string) => {} };
  render(<FieldOfTest start={value} onText={(value, set) => Object.assign(outside, { value, set })} />, options);
  return { outside, user: userEvent.setup() };
}

const field = () => screen.findByRole('textbox', { name: /^Content/ });
const modeButton = (name: string) => screen.getByRole('button', { name });

async function richField() {
  await waitFor(async () => expect(await field()).toHaveAttribute('contenteditable', 'true'));
  return field();
}

const pasteText = (box: HTMLElement, text: string, html = '') =>
  fireEvent.paste(box, {
    clipboardData: {
      files: [],
      getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? text : ''),
    },
  });

describe('the text of a post', () => {
  it('is rich text by default, has a label, and keeps its bytes', async () => {
    const text = '# Tides\nTwice *a* day.\n\n* spring\n* neap\n';
    const { outside } = open(text);

    const box = await richField();

    expect(box).toHaveAttribute('aria-multiline', 'true');
    expect(box).toHaveAttribute('data-path', 'content');
    expect(screen.getByRole('heading', { name: 'Tides' })).toBeVisible();
    expect(screen.getByText('a', { selector: 'em' })).toBeVisible();
    expect(outside.value).toBe(text);
  });

  it('marks paragraphs that readers see as cards, and keeps their bytes', async () => {
    const text = 'Look:\n\n<https://youtu.be/dQw4w9WgXcQ>\n\n- https://example.org/\n\nSee https://example.org/';
    const { outside } = open(text);
    await richField();

    expect(screen.getByText(/^Readers see/)).toHaveTextContent('Readers see a card: Video on YouTube');
    expect(outside.value).toBe(text);
  });

  it('offers a video in the slash menu, which also has pictures and cards', async () => {
    const { outside, user } = open();
    const box = await richField();
    act(() => box.focus());
    pasteText(box, '/');
    const menu = within(await screen.findByRole('listbox', { name: 'Blocks' }));
    expect(menu.getByRole('option', { name: 'Picture' })).toBeInTheDocument();
    expect(menu.getByRole('option', { name: 'Card' })).toBeInTheDocument();

    await user.click(menu.getByRole('option', { name: 'Video' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Video' }));
    await user.type(dialog.getByRole('textbox', { name: 'Address of the video' }), 'https://example.org/{Enter}');
    expect(dialog.getByText('Please enter the address of a video on YouTube or Vimeo.')).toBeVisible();
    await user.clear(dialog.getByRole('textbox'));
    await user.type(dialog.getByRole('textbox'), 'https://youtu.be/dQw4w9WgXcQ{Enter}');

    await waitFor(() => expect(outside.value).toMatch(/^<?https:\/\/youtu\.be\/dQw4w9WgXcQ>?\s*$/));
    expect(screen.getByText(/^Readers see/)).toHaveTextContent('Readers see a card: Video on YouTube');
  });

  it('is passed to the form as Markdown after typing, pasting and buttons', async () => {
    const { outside, user } = open();
    const box = await richField();

    pasteText(box, '# Tides\n\nTwice a day.');
    await waitFor(() => expect(outside.value).toBe('# Tides\n\nTwice a day.'));
    await user.click(screen.getByRole('button', { name: 'Bulleted list' }));

    await waitFor(() => expect(outside.value).toBe('# Tides\n\n- Twice a day.'));
    expect(screen.getByRole('button', { name: 'Bulleted list' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(outside.value).toBe('# Tides\n\nTwice a day.'));
  });

  it('is passed to the form at once, or in a slow text with the next keystroke, even if no frame is painted', async () => {
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    let nowMs = 0;
    let stepMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += stepMs));
    const { outside } = open();
    const box = await richField();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const typed = async (text: string) => {
      pasteText(box, text);
      await Promise.resolve();
      return outside.value;
    };

    expect(await typed('a')).toBe('a');
    stepMs = 50;
    expect(await typed('b')).toBe('ab');
    expect(await typed('c')).toBe('ab');
    expect(await typed('d')).toBe('abcd');
    expect(await typed('e')).toBe('abcd');
    vi.advanceTimersByTime(100);
    expect(outside.value).toBe('abcde');
  });

  it('interprets Markdown in text that is inserted as a whole, as by dictation', async () => {
    const { outside } = open();
    const box = await richField();

    fireEvent(
      box,
      new InputEvent('beforeinput', {
        inputType: 'insertText',
        data: '# Tides\n\n- one\n- two',
        bubbles: true,
        cancelable: true,
      }),
    );

    await waitFor(() => expect(outside.value).toBe('# Tides\n\n- one\n- two'));
  });

  it('is Markdown if the writer chose it, also on later visits, and each mode shows the changes of the other', async () => {
    const { outside, user } = open('one\n\ntwo');
    await richField();

    await user.click(modeButton('Markdown'));
    const area = await screen.findByDisplayValue(/one/);
    expect(area).toHaveValue('one\n\ntwo');
    fireEvent.change(area, { target: { value: 'one\n\n**three**' } });
    expect(localStorage.getItem('inkwell:writing-mode')).toBe('markdown');
    await user.click(modeButton('Rich text'));

    expect(await screen.findByText('three', { selector: 'strong' })).toBeVisible();
    expect(outside.value).toBe('one\n\n**three**');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(outside.value).toBe('one\n\ntwo'));
  });

  it.each([false, true])(
    'follows changes of the form, such as a restored draft (strict mode: %s)',
    async (reactStrictMode) => {
      const { outside, user } = open('one', { reactStrictMode });
      await richField();

      outside.set('# Restored\n\ntwo');
      expect(await screen.findByRole('heading', { name: 'Restored' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Undo' }));

      await waitFor(() => expect(outside.value).toBe('one'));
    },
  );

  it.each([
    ['<div>\n<p align="center">A</p>\n</div>', /Most of this text is raw HTML/],
    [
      `a\n${CONFLICT_MARKERS.mine}\nb\n${CONFLICT_MARKERS.theirs}\nc\n${CONFLICT_MARKERS.end}`,
      /both versions of a passage/,
    ],
  ])('opens as Markdown if rich text cannot hold it, and says why: %j', async (text, reason) => {
    const { outside } = open(text);

    expect(await screen.findByText(reason)).toBeVisible();
    expect(await field()).toHaveValue(text);
    expect(outside.value).toBe(text);
  });

  it('keeps the placeholder of an upload with its description', async () => {
    let end: (url: string) => void = () => {};
    vi.mocked(uploadFile).mockReturnValue(
      new Promise((resolve) => {
        end = (imageUrl) => resolve({ imageUrl, width: 1, height: 1 });
      }),
    );
    const { outside } = open('one');
    const box = await richField();

    fireEvent.paste(box, { clipboardData: { files: [png()], getData: () => '' } });
    await waitFor(() => expect(outside.value).toMatch(/!\[Uploading harbour\.\.\.\]\(uploading:\w+\)/));
    end('/images/1.webp');

    await waitFor(() => expect(outside.value).toBe('![harbour](/images/1.webp)\n\none'));
    expect(screen.getByRole('img', { name: 'harbour' })).toHaveAttribute('src', '/images/1.webp');
  });

  it('is followed by a button that leaves the post unchanged', async () => {
    const { user } = open('Words');
    const box = await richField();
    box.focus();

    await user.tab();

    expect(modeButton('Rich text')).toHaveFocus();
  });

  it('lists all its shortcuts, and has one tab stop for all buttons', async () => {
    const { user } = open();
    const box = await richField();
    const buttons = screen.getByRole('toolbar', { name: 'Formatting' }).querySelectorAll('button');
    expect([...buttons].filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);

    box.focus();
    await user.keyboard('{Control>}/{/Control}');

    const dialog = await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' });
    expect(dialog).toHaveTextContent('Heading 2Ctrl+Alt+2');
    expect(dialog).toHaveTextContent('Leave the text (Tab alone outside lists, tables and code)Escape, Tab');
  });

  it('finds and replaces words', async () => {
    const { outside, user } = open('Low tide, high tide, Tide');
    const box = await richField();
    box.focus();

    await user.keyboard('{Control>}f{/Control}');
    const panel = within(await screen.findByRole('search', { name: 'Find and replace' }));
    const find = panel.getByRole('textbox', { name: 'Find' });
    fireEvent.change(find, { target: { value: 'tide' } });
    fireEvent.change(panel.getByRole('textbox', { name: 'Replace with' }), { target: { value: 'water' } });
    expect(panel.getByText('3 found')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Next' }));
    await user.click(panel.getByRole('button', { name: 'Next' }));
    expect(panel.getByText('2 of 3')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Replace' }));
    expect(box).toHaveTextContent('Low tide, high water, Tide');
    await user.click(panel.getByRole('button', { name: 'Replace all' }));

    await waitFor(() => expect(outside.value).toBe('Low water, high water, water'));
  });

  it('has rare tools in a menu, which supports arrows and Escape', async () => {
    const { user } = open('Words');
    await richField();
    const more = screen.getByRole('button', { name: 'More' });

    act(() => more.focus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitemcheckbox', { name: 'Strikethrough' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{End}');
    expect(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveFocus();
    await user.keyboard('{Escape}');

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(more).toHaveFocus();
  });

  it('converts text pasted into the Markdown area to Markdown', async () => {
    rememberWritingMode('markdown');
    const { outside } = open();
    const area = await field();

    pasteText(area, 'Tides Twice a day', '<h2>Tides</h2><p>Twice <b>a</b> day</p>');

    await waitFor(() => expect(outside.value).toBe('## Tides\n\nTwice **a** day'));
  });

  it('shows its length', async () => {
    open(`${'word '.repeat(476)}`);

    expect(await screen.findByText('476 words · 2 min to read')).toBeVisible();
  });
});
