// @module-tag thorough
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeConsoleErrors } from '../../../test/setup.ts';
import { FieldOfTest } from './field-of-test.tsx';

const rich = vi.hoisted(() => ({ isThere: true, isBroken: true }));

vi.mock('../rich-text/rich-text.tsx', () => ({
  get RichText() {
    if (!rich.isThere) throw new TypeError('Failed to fetch');
    return () => {
      if (rich.isBroken) throw new Error('broken');
      return <p>The rich text</p>;
    };
  },
}));

let value = '';

const open = () =>
  render(
    <FieldOfTest
      start="A *text*"
      onText={(text) => {
        value = text;
      }}
    />,
  );

beforeEach(() => {
  rich.isThere = true;
  rich.isBroken = true;
});

describe('a rich text editor that fails', () => {
  it('shows the text as Markdown, says so, and can be loaded again', async () => {
    open();

    expect(await screen.findByText(/The rich text editor has failed/)).toBeVisible();
    const area = screen.getByRole('textbox', { name: /^Content/ });
    expect(area).toHaveValue('A *text*');
    fireEvent.change(area, { target: { value: 'More' } });
    expect(value).toBe('More');
    expect(takeConsoleErrors().join()).toContain('broken');

    rich.isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Rich text' }));
    expect(await screen.findByText('The rich text')).toBeVisible();
  });

  it('to load shows the text as Markdown, and can be loaded again', async () => {
    rich.isThere = false;
    rich.isBroken = false;
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    open();

    expect(await screen.findByText(/Rich text could not be loaded/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Content/ })).toHaveValue('A *text*');
    rich.isThere = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('The rich text')).toBeVisible();
  });
});
