import { pageTitle } from '@inkwell/shared/site';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../test/render-app.tsx';

describe('an address the app does not know', () => {
  it('shows the fallback screen and the way back', async () => {
    renderApp('/no/such/page');

    expect(await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(document.title).toBe(pageTitle('404 Page Not Found'));
  });
});
