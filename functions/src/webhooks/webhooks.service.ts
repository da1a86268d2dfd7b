import { randomBytes } from 'node:crypto';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { type Actor, canManageWebhooks } from '@inkwell/shared/permissions';
import {
  type NewWebhook,
  TEST_EVENT,
  WEBHOOK_SECRET_PREFIX,
  WEBHOOK_TEXTS,
  type Webhook,
  type WebhookDelivery,
  WebhookEvent,
  type WebhookInput,
  type WebhookPatch,
} from '@inkwell/shared/webhooks';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { requestSeed } from '../common/request-seed.ts';
import type { StoredUser } from '../users/users.converter.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { DeliveryRepository } from './deliveries.repository.ts';
import { bodyOf } from './event-queue.repository.ts';
import { receiverUrl } from './receiver.ts';
import type { WebhookSender } from './sender.service.ts';
import { mayOwn, type StoredHook, toDelivery } from './webhooks.converter.ts';
import type { WebhookRepository } from './webhooks.repository.ts';

interface Dependencies {
  readonly hooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly sender: Pick<WebhookSender, 'now'>;
  readonly users: Pick<UserRepository, 'findMany'>;
  /** The key that makes repeated requests derive the same secret. */
  readonly secret: string;
  /** Whether loopback may be called over http. */
  readonly isLocal: boolean;
  readonly clock: Clock;
}

/** Webhooks and their deliveries, for admins. @throws AppError `forbidden` unless an admin asks; `not-found` */
export interface WebhookService {
  list(actor: Actor): Promise<Webhook[]>;
  /** Creates a webhook, the same one for the same `key`. @throws AppError `bad-request` for a refused address; `conflict` above the limit */
  create(actor: StoredUser, input: WebhookInput, key: string | null): Promise<NewWebhook>;
  /** Safe to repeat. @throws AppError `bad-request` for a refused address */
  update(actor: Actor, id: string, patch: WebhookPatch): Promise<Webhook>;
  /** Safe to repeat. */
  remove(actor: Actor, id: string): Promise<void>;
  /** Sends a test event and waits for the answer. */
  test(actor: Actor, id: string): Promise<WebhookDelivery>;
  deliveries(actor: Actor, id: string, page: PageRequest): Promise<Page<WebhookDelivery>>;
  /** Sends an event and waits for the answer. @throws AppError `conflict` while an earlier event of its post waits, or it is being sent */
  send(actor: Actor, id: string, deliveryId: string): Promise<WebhookDelivery>;
}

/** Each once, in their stored order. */
const inOrder = (events: readonly WebhookEvent[]): WebhookEvent[] =>
  WebhookEvent.options.filter((event) => events.includes(event));

export function createWebhookService(dependencies: Dependencies): WebhookService {
  const { hooks, deliveries, sender, users, secret, isLocal, clock } = dependencies;

  async function toWebhooks(stored: readonly StoredHook[]): Promise<Webhook[]> {
    const owners = await users.findMany([...new Set(stored.map(({ ownerId }) => ownerId))]);
    return Promise.all(
      stored.map(async ({ secret: _, failures: _failures, ownerId, createdAt, ...hook }) => {
        const owner = owners.get(ownerId);
        const last = await hooks.lastDelivery(hook.id);
        return {
          ...hook,
          owner: { id: ownerId, name: personName(owner ?? { firstName: null }) },
          createdAt: createdAt.toISOString(),
          works: mayOwn(owner),
          lastDelivery: last && toDelivery(last),
        };
      }),
    );
  }

  const toWebhook = async (stored: StoredHook): Promise<Webhook> => {
    const [hook] = await toWebhooks([stored]);
    return hook as Webhook;
  };

  const check = (actor: Actor): void => {
    if (!canManageWebhooks(actor)) throw new AppError('forbidden');
  };

  async function found(actor: Actor, id: string): Promise<StoredHook> {
    check(actor);
    const hook = await hooks.find(id);
    if (!hook) throw new AppError('not-found');
    return hook;
  }

  /** @throws AppError `conflict` if it cannot be sent now */
  async function sendNow(id: string): Promise<WebhookDelivery> {
    const sent = await sender.now(id);
    if (sent) return toDelivery(sent);
    const isSkipped = (await deliveries.find(id))?.state === 'skipped';
    throw new AppError('conflict', isSkipped ? WEBHOOK_TEXTS.gone : WEBHOOK_TEXTS.waits);
  }

  return {
    async list(actor) {
      check(actor);
      return toWebhooks(await hooks.list());
    },

    async create(actor, { url, events, withAddresses = false }, key) {
      check(actor);
      receiverUrl(url, isLocal);
      const seed = key === null ? randomBytes(32) : requestSeed(secret, 'webhook', actor.id, key);
      const stored = await hooks.create({
        id: newId('webhook', actor.id, key),
        ownerId: actor.id,
        url,
        events: inOrder(events),
        withAddresses,
        secret: `${WEBHOOK_SECRET_PREFIX}${seed.toString('base64')}`,
        isOn: true,
        failures: 0,
        hasFailed: false,
        createdAt: clock.now(),
      });
      if (!stored) throw new AppError('conflict', WEBHOOK_TEXTS.full);
      return { ...(await toWebhook(stored)), secret: stored.secret };
    },

    async update(actor, id, { url, events, withAddresses, isOn }) {
      check(actor);
      if (url !== undefined) receiverUrl(url, isLocal);
      const change = {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: inOrder(events) }),
        ...(withAddresses !== undefined && { withAddresses }),
        ...(isOn !== undefined && { isOn }),
      };
      const stored = await hooks.change(id, change, { actorId: actor.id, at: clock.now() });
      if (!stored) throw new AppError('not-found');
      return toWebhook(stored);
    },

    async remove(actor, id) {
      check(actor);
      await hooks.remove(id, { actorId: actor.id, at: clock.now() });
    },

    async test(actor, id) {
      const hook = await found(actor, id);
      const at = clock.now();
      const body = bodyOf(TEST_EVENT, at, { message: 'This is a test event.' });
      const testId = `msg_test${randomBytes(12).toString('hex')}`;
      return sendNow(await deliveries.addTest(hook, { type: TEST_EVENT, id: testId, body, at }));
    },

    async deliveries(actor, id, page) {
      await found(actor, id);
      const { items, total } = await deliveries.list(id, page);
      return { ...toPage(items.map(toDelivery), total, page), documents: 1 + Math.max(1, items.length) };
    },

    async send(actor, id, deliveryId) {
      check(actor);
      const delivery = await deliveries.find(deliveryId);
      if (delivery?.hookId !== id) throw new AppError('not-found');
      return sendNow(deliveryId);
    },
  };
}
