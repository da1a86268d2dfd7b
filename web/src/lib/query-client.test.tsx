import { categoryApi } from '@inkwell/shared/categories';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeApi, renderApp } from '../test/render-app.tsx';
import { sampleCategory } from '../test/samples.ts';

it('a page that was opened offline loads its data when the network returns', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const api = createFakeApi().cut(categoryApi.list);
  renderApp('/categories', { api });
  await screen.findByRole('button', { name: 'Try Again' });

  api.on(categoryApi.list, () => [sampleCategory({ name: 'Travel' })]);
  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));

  expect(await screen.findByText('Travel')).toBeVisible();
});
