import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FocusKeeper } from './focus-keeper.tsx';

function Page() {
  const [isGone, setGone] = useState(false);
  const [isOff, setOff] = useState(false);
  return (
    <main tabIndex={-1}>
      <FocusKeeper />
      <section tabIndex={-1} aria-label="Inner">
        {!isGone && (
          <button type="button" onClick={() => setGone(true)}>
            Remove me
          </button>
        )}
      </section>
      <button type="button" disabled={isOff} onClick={() => setOff(true)}>
        Switch me off
      </button>
      <p>Words</p>
    </main>
  );
}

it('moves to the nearest element when the focused one is removed', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Remove me' });
  button.focus();

  fireEvent.click(button);

  expect(document.body).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Inner' })).toHaveFocus());
});

it('also moves if the element is removed before the click is handled', async () => {
  render(<Page />);
  const inner = screen.getByRole('region', { name: 'Inner' });
  const button = inner.appendChild(document.createElement('button'));
  button.addEventListener('click', () => button.remove());
  button.focus();

  fireEvent.click(button);

  await waitFor(() => expect(inner).toHaveFocus());
});

it('stays if nothing is removed', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Switch me off' });
  button.focus();
  button.blur();

  fireEvent.click(screen.getByText('Words'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove me' }));

  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(document.body).toHaveFocus();
});
