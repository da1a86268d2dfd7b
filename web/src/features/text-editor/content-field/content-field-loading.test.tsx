// @module-tag thorough
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FieldOfTest } from './field-of-test.tsx';

const arrival = vi.hoisted(() => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
});

vi.mock('../rich-text/rich-text.tsx', async (original) => {
  await arrival.promise;
  return original();
});

let value = '';

const content = () => screen.getByRole('textbox', { name: /^Content/ });

describe('typing before rich text is loaded', () => {
  it('writes Markdown and continues in rich text at the same position, but not while a character is composed', async () => {
    render(
      <>
        <FieldOfTest
          onText={(text) => {
            value = text;
          }}
        />
        <FieldOfTest label="Left alone" />
        <FieldOfTest label="Written in Markdown" />
      </>,
    );

    const leftAlone = screen.getByRole('textbox', { name: /^Left alone/ });
    const markdown = screen.getByRole('textbox', { name: /^Written in Markdown/ });
    const modes = within(screen.getAllByRole('group', { name: 'How to write' })[2] as HTMLElement);
    await userEvent.click(modes.getByRole('button', { name: 'Markdown' }));
    await userEvent.type(markdown, 'Words');
    await userEvent.click(modes.getByRole('button', { name: 'Rich text' }));
    content().focus();
    expect(content()).toHaveFocus();
    await userEvent.keyboard('One **two** three');
    fireEvent.compositionStart(content());
    arrival.resolve();
    await import('../rich-text/rich-text.tsx');
    expect(content()).toHaveValue('One **two** three');
    // Rich text that was requested earlier must not interrupt typing in Markdown.
    const chosen = () => screen.getByRole('textbox', { name: /^Written in Markdown/ });
    await waitFor(() => expect(chosen()).toHaveAttribute('contenteditable', 'true'));
    expect(content()).toHaveFocus();
    fireEvent.compositionEnd(content());

    await waitFor(() => expect(content()).toHaveAttribute('contenteditable', 'true'));
    expect(content()).toHaveFocus();
    expect(content().querySelector('strong')).toHaveTextContent('two');
    expect(value).toBe('One **two** three');
    expect(getSelection()?.anchorNode?.textContent).toBe(' three');
    expect(getSelection()?.anchorOffset).toBe(' three'.length);
    // Assistive technology that found the area would have to search again.
    expect(leftAlone).not.toBeInTheDocument();
    // A new element would lose the undo history.
    expect(markdown).toBeInTheDocument();
    expect(markdown).toHaveValue('Words');
  });
});
