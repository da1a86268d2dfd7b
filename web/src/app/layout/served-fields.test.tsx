import { menuApi, NO_MENU } from '@inkwell/shared/menu';
import { startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { resetIdentity, startIdentity } from '../../lib/identity-store.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { keepServedForms } from '../../lib/served-form.ts';
import { FakeIdentity } from '../../test/fake-identity.ts';
import { createFakeApi } from '../../test/render-app.tsx';
import { Providers } from '../providers.tsx';
import { Layout } from './layout.tsx';

it('a field below the fold that a reader enters while the app starts is never missing', async () => {
  // The app renders as in a browser, where readers type between two of its commits.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = document.createElement('div');
  root.innerHTML = '<div class="served-page"><input id="served-newsletter-email"></div>';
  document.body.append(root);
  const field = root.querySelector('input');
  createFakeApi()
    .on(menuApi.read, () => NO_MENU)
    .install();
  resetIdentity(new FakeIdentity(null));
  startIdentity();
  keepServedForms();
  const focused = vi.fn();
  function Page() {
    // Enters the field after the frame of the page was rendered and before the commit that replaces it.
    if (field?.isConnected) {
      field.value = 'ada@';
      field.focus();
    }
    useLayoutEffect(() => queueMicrotask(() => focused(document.activeElement)), []);
    return <h1>Posts</h1>;
  }
  const router = createMemoryRouter([{ element: <Layout />, children: [{ index: true, element: <Page /> }] }]);
  const app = createRoot(root);
  onTestFinished(() => {
    app.unmount();
    root.remove();
    resetIdentity();
  });

  startTransition(() =>
    app.render(
      <Providers client={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>,
    ),
  );
  await vi.waitFor(() => expect(focused).toHaveBeenCalledOnce());

  expect(focused.mock.lastCall?.[0]).toBeInstanceOf(HTMLInputElement);
  expect(focused.mock.lastCall?.[0]).toHaveAttribute('name', 'newsletter-email');
  expect(focused.mock.lastCall?.[0]).toHaveValue('ada@');
});
