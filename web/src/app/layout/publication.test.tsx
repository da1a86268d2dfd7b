// @module-tag thorough
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../test/render-app.tsx';

// The assertions below must show another publication's name.
vi.mock('../../../../publication.config.ts', () => import('../../../../docs/examples/tideline.config.ts'));

it('shows the name, texts and addresses of publication.config.ts', async () => {
  const { container } = renderApp('/');

  expect(await screen.findByText('Welcome to Tideline')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What the water brings, every week.' })).toBeVisible();
  expect(document.title).toBe('Tideline · Letters from the coast');
  const home = screen.getByRole('link', { name: 'Tideline, home' });
  expect(home.querySelector('svg')).toHaveAttribute('viewBox', '0 0 30 30');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText('A letter from people who live by the sea.')).toBeVisible();
  expect(footer.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('href', 'https://social.example/@tideline');
  expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', 'mailto:crew@tideline.example');
  expect(footer.getByText(/Tideline\. Written within earshot of the waves\.$/)).toBeVisible();
  expect(footer.getByText(/^Tideline, 1 Harbour Row/)).toBeVisible();
  expect(container).not.toHaveTextContent('Inkwell');
});

it('names the publication when it asks before it unsubscribes from the newsletter', async () => {
  renderApp('/newsletter/unsubscribe#token=a.b.c');

  expect(await screen.findByText('Unsubscribe from the Tideline newsletter?')).toBeVisible();
});
