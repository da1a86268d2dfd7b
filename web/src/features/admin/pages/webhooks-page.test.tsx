import { type Webhook, type WebhookDelivery, webhookApi } from '@inkwell/shared/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeApi, renderPage } from '../../../test/render-app.tsx';
import { admin } from '../../../test/samples.ts';
import './webhooks-page.tsx';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const AT = '2026-01-02T10:00:00.000Z';

const delivery: WebhookDelivery = {
  id: 'msg_1',
  event: 'post.published',
  state: 'failed',
  createdAt: AT,
  nextAt: null,
  attempts: [{ at: AT, status: 503, answer: 'down for maintenance', problem: null }],
};
const build: Webhook = {
  id: 'w1',
  url: 'https://build.example/hooks?key=1',
  events: ['post.published', 'post.updated'],
  withAddresses: false,
  owner: { id: admin.id, name: 'Grace Hopper' },
  createdAt: AT,
  isOn: true,
  hasFailed: false,
  works: true,
  lastDelivery: delivery,
};

async function open(webhooks: readonly Webhook[] = [build]) {
  const api = createFakeApi(admin)
    .on(webhookApi.list, () => [...webhooks])
    .on(webhookApi.create, ({ body }) => ({ ...build, ...body, id: 'new', withAddresses: false, secret: SECRET }))
    .on(webhookApi.update, ({ body }) => ({ ...build, isOn: body.isOn ?? true }))
    .on(webhookApi.remove, () => undefined)
    .on(webhookApi.test, () => ({ ...delivery, event: 'webhook.test' }))
    .on(webhookApi.deliveries, () => [delivery])
    .on(webhookApi.send, () => ({ ...delivery, state: 'delivered' as const }));
  const app = renderPage('/admin/webhooks', { viewer: admin, api });
  await screen.findByRole('heading', { name: 'Webhooks', level: 1 });
  return { ...app, api };
}

const rowOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

describe('the page of webhooks', () => {
  it('shows the state and the last delivery of each', async () => {
    const off = { ...build, id: 'w2', url: 'https://off.example/', isOn: false, hasFailed: true, lastDelivery: null };
    const ended = { ...build, id: 'w3', url: 'https://ended.example/', works: false };
    await open([build, off, ended]);
    const row = await rowOf(build.url);
    expect(row.getByText('On')).toBeVisible();
    expect(row.getByText(/^Last: post.published .*, Failed \(Status 503\)$/)).toBeVisible();
    expect((await rowOf(off.url)).getByText('Off')).toBeVisible();
    expect((await rowOf(off.url)).getByText('No deliveries yet')).toBeVisible();
    expect(screen.getByText(/Switched off after 20 failed attempts/)).toBeVisible();
    expect((await rowOf(ended.url)).getByText(/no longer an administrator/)).toBeVisible();
  });

  it('creates one with events, and shows its secret once', async () => {
    const { user, api } = await open([]);
    expect(await screen.findByText('No webhooks yet')).toBeVisible();
    expect(screen.queryByText('0 webhooks')).not.toBeInTheDocument();
    // In the head, and below the empty list.
    const [, below] = screen.getAllByRole('button', { name: 'New Webhook' });
    await user.click(below as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'New Webhook' }));
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }));
    expect(await dialog.findByText('Address is required')).toBeVisible();
    expect(dialog.getByText('Select at least one event')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Include email addresses' })).toBeDisabled();

    await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://new.example/');
    await user.click(dialog.getByRole('checkbox', { name: 'subscriber.left' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Include email addresses' }));
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }));

    const created = within(await screen.findByRole('dialog', { name: 'Webhook Created' }));
    expect(created.getByText(SECRET)).toBeVisible();
    expect(api.calls(webhookApi.create)[0]?.body).toEqual({
      url: 'https://new.example/',
      events: ['subscriber.left'],
      withAddresses: true,
    });
    await user.click(created.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(SECRET)).not.toBeInTheDocument());
  });

  it('keeps the form when the server refuses', async () => {
    const { user, api } = await open();
    api.refuse(webhookApi.update, 'bad-request', 'Enter a public https address');
    await user.click(await screen.findByRole('button', { name: 'Edit the webhook to build.example' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Webhook' }));
    const address = dialog.getByRole('textbox', { name: /^Address/ });
    await user.clear(address);
    await user.type(address, 'https://10.0.0.1/');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/Enter a public https address/)).toBeVisible();
    expect(address).toHaveValue('https://10.0.0.1/');
  });

  it('sends a test, and shows the result', async () => {
    const { user, api } = await open();
    await user.click((await rowOf(build.url)).getByRole('button', { name: 'Send Test' }));
    expect(await screen.findByText('Test Failed')).toBeVisible();
    expect(screen.getByText('Status 503')).toBeVisible();
    expect(api.calls(webhookApi.test)[0]?.params).toEqual({ id: 'w1' });
  });

  it('switches one off and deletes it', async () => {
    const { user, api } = await open();
    await user.click((await rowOf(build.url)).getByRole('button', { name: 'Switch Off' }));
    expect(await screen.findByText('Webhook switched off')).toBeVisible();
    expect(api.calls(webhookApi.update)[0]?.body).toEqual({ isOn: false });
    await user.click(screen.getByRole('button', { name: 'Delete the webhook to build.example' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete “build.example”?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete Webhook' }));
    expect(await screen.findByText('Webhook deleted')).toBeVisible();
  });

  it('shows deliveries with their answers, and sends one again', async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole('button', { name: 'Deliveries to build.example' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries to build.example' }));
    expect(await dialog.findByText('Status 503')).toBeVisible();
    await user.click(dialog.getByText('Answer'));
    expect(dialog.getByText('down for maintenance')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await waitFor(() => expect(api.calls(webhookApi.send)[0]?.params).toEqual({ id: 'w1', deliveryId: 'msg_1' }));
  });
});
