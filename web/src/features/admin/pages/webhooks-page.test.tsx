import { type Webhook, type WebhookDelivery, webhookApi } from '@inkwell/shared/webhooks';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dialogNamed, rowNamed } from '../../../test/parts.ts';
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

function open(webhooks: readonly Webhook[] = [build]) {
  const api = createFakeApi(admin)
    .on(webhookApi.list, () => [...webhooks])
    .on(webhookApi.create, ({ body }) => ({ ...build, ...body, id: 'new', withAddresses: false, secret: SECRET }))
    .on(webhookApi.update, ({ body }) => ({ ...build, isOn: body.isOn ?? true }))
    .on(webhookApi.remove, () => undefined)
    .on(webhookApi.test, () => ({ ...delivery, event: 'webhook.test' }))
    .on(webhookApi.deliveries, () => [delivery])
    .on(webhookApi.send, () => ({ ...delivery, state: 'delivered' as const }));
  return renderPage('/admin/webhooks', { viewer: admin, api });
}

describe('the page of webhooks', () => {
  it('shows the state and the last delivery of each', async () => {
    const off = { ...build, id: 'w2', url: 'https://off.example/', isOn: false, hasFailed: true, lastDelivery: null };
    const ended = { ...build, id: 'w3', url: 'https://ended.example/', works: false };
    open([build, off, ended]);

    const row = await rowNamed(build.url);
    expect(row.getByText('On')).toBeVisible();
    expect(row.getByText(/^Last: post.published .*, Failed \(Status 503\)$/)).toBeVisible();
    const second = await rowNamed(off.url);
    expect(second.getByText('Off')).toBeVisible();
    expect(second.getByText('No deliveries yet')).toBeVisible();
    expect(second.getByText(/Switched off after 20 failed attempts/)).toBeVisible();
    expect((await rowNamed(ended.url)).getByText(/no longer an administrator/)).toBeVisible();
  });

  it('creates one with events, and shows its secret once', async () => {
    const { user, api } = open([]);
    await screen.findByText('No webhooks yet');
    expect(screen.queryByText('0 webhooks')).not.toBeInTheDocument();
    // In the head, and below the empty list.
    const [, below] = screen.getAllByRole('button', { name: 'New Webhook' });
    await user.click(below as HTMLElement);
    const dialog = await dialogNamed('New Webhook');
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }));
    expect(await dialog.findByText('Address is required')).toBeVisible();
    expect(dialog.getByText('Select at least one event')).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Include email addresses' })).toBeDisabled();

    await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://new.example/');
    await user.click(dialog.getByRole('checkbox', { name: 'subscriber.left' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Include email addresses' }));
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }));

    const created = await dialogNamed('Webhook Created');
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
    const { user, api, refill } = open();
    api.refuse(webhookApi.update, 'bad-request', 'Enter a public https address');

    await user.click(await screen.findByRole('button', { name: 'Edit the webhook to build.example' }));
    const dialog = await dialogNamed('Edit Webhook');
    const address = dialog.getByRole('textbox', { name: /^Address/ });
    await refill(address, 'https://10.0.0.1/');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(/Enter a public https address/)).toBeVisible();
    expect(address).toHaveValue('https://10.0.0.1/');
  });

  it('sends a test, and shows the result', async () => {
    const { user, api } = open();

    await user.click((await rowNamed(build.url)).getByRole('button', { name: 'Send Test' }));
    expect(await screen.findByText('Test Failed')).toBeVisible();
    expect(screen.getByText('Status 503')).toBeVisible();
    expect(api.calls(webhookApi.test)[0]?.params).toEqual({ id: 'w1' });
  });

  it('switches one off and deletes it', async () => {
    const { user, api, answer } = open();

    await user.click((await rowNamed(build.url)).getByRole('button', { name: 'Switch Off' }));
    expect(await screen.findByText('Webhook switched off')).toBeVisible();
    expect(api.calls(webhookApi.update)[0]?.body).toEqual({ isOn: false });
    await user.click(screen.getByRole('button', { name: 'Delete the webhook to build.example' }));
    await answer('Delete “build.example”?', 'Delete Webhook');
    expect(await screen.findByText('Webhook deleted')).toBeVisible();
  });

  it('shows deliveries with their answers, and sends one again', async () => {
    const { user, api } = open();

    await user.click(await screen.findByRole('button', { name: 'Deliveries to build.example' }));
    const dialog = await dialogNamed('Deliveries to build.example');
    expect(await dialog.findByText('Status 503')).toBeVisible();
    await user.click(dialog.getByText('Answer'));
    expect(dialog.getByText('down for maintenance')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send Again' }));
    await waitFor(() => expect(api.calls(webhookApi.send)[0]?.params).toEqual({ id: 'w1', deliveryId: 'msg_1' }));
  });
});
