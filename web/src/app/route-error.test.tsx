import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { takeConsoleErrors } from '../test/setup.ts';
import { RouteError } from './route-error.tsx';

describe('a page that fails', () => {
  it.each([
    ['while its code is loaded', { lazy: () => Promise.reject(new Error('chunk is gone')) }],
    [
      'while it renders',
      {
        Component: () => {
          throw new Error('broken');
        },
      },
    ],
  ])('%s offers to reload and a way back', async (_, route) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const router = createMemoryRouter([
      { path: '/', errorElement: <RouteError />, HydrateFallback: () => null, ...route },
    ]);
    render(<RouterProvider router={router} />);

    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    // An effect logs the error after the page is rendered.
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(takeConsoleErrors().join()).toMatch(/chunk is gone|broken/);
  });
});
