import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PictureDialog, type UnsavedSettings } from './picture-dialog.tsx';

const unsaved: UnsavedSettings = new Map();
const picture = { src: '/1.webp', alt: '', title: null, from: 0, to: 12, isAlone: true };

/** Opens the dialog, and closes it as requested. */
async function open(
  use: (user: ReturnType<typeof userEvent.setup>, description: HTMLElement) => Promise<void>,
  alt = '',
) {
  const saved: string[] = [];
  const dialog = render(
    <MantineProvider env="test">
      <PictureDialog
        picture={{ ...picture, alt }}
        unsaved={unsaved}
        onSave={(markdown) => saved.push(markdown)}
        onClose={() => dialog.unmount()}
      />
    </MantineProvider>,
  );
  await use(userEvent.setup(), await screen.findByRole('textbox', { name: /^Description/ }));
  dialog.unmount();
  return saved;
}

it('restores text that was typed before Escape, but not before Cancel', async () => {
  await open((user, description) => user.type(description, 'A red barn{Escape}'));
  await open(async (_, description) => {
    expect(description).toHaveValue('A house');
  }, 'A house');
  await open(async (user, description) => {
    expect(description).toHaveValue('A red barn');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });
  const saved = await open(async (user, description) => {
    expect(description).toHaveValue('');
    await user.type(description, 'A barn');
    await user.click(screen.getByRole('button', { name: 'Save Picture' }));
  });

  expect(saved).toEqual(['![A barn](/1.webp)']);
  await open(async (_, description) => {
    expect(description).toHaveValue('');
  });
});
