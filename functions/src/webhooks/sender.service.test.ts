import { describe, expect, it, vi } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { createTestClock } from '../testing/clock.ts';
import type { DeliveryRepository } from './deliveries.repository.ts';
import { createWebhookSender } from './sender.service.ts';

/** A sender whose claims take `claimMs`, with leases of 30 s. */
function senderOf({ claimMs = 0, send = async () => ({ status: 200, answer: '', problem: null }) } = {}) {
  const clock = createTestClock();
  const sent = vi.fn(send);
  const deliveries: Partial<DeliveryRepository> = {
    claim: async (id, at) => {
      clock.advance(claimMs);
      const dueAt = new Date(at.getTime() + 30_000);
      return { id, body: '{}', hookId: 'h', starts: 1, hook: { id: 'h' }, dueAt } as never;
    },
    finish: async (delivery) => ({ delivery: { ...delivery, state: 'delivered' }, next: null, isSwitchedOff: false }),
  };
  const sender = createWebhookSender({
    deliveries: deliveries as DeliveryRepository,
    site: async () => ({}) as never,
    siteUrl: 'https://blog.example',
    isLocal: true,
    clock,
    log: () => undefined,
    send: sent,
  });
  return { sender, sent };
}

describe('the sender', () => {
  it('sends only while the lease outlasts the attempt', async () => {
    for (const [claimMs, calls] of [
      [15_000, 1],
      [20_000, 0],
    ] as const) {
      const { sender, sent } = senderOf({ claimMs });
      const delivery = await sender.now('a');
      expect([delivery !== null, sent.mock.calls.length]).toEqual([calls === 1, calls]);
    }
  });

  it('waits for what a change started, but not for long or for earlier events', async () => {
    const ends: (() => void)[] = [];
    const { sender } = senderOf({
      send: () => new Promise((end) => ends.push(() => end({ status: 200, answer: '', problem: null }))),
    });
    const ended: string[] = [];
    const waiting = (name: string, ms: number, wait: (ms: number) => Promise<void>) =>
      wait(ms).then(() => void ended.push(name));

    const ofFirst = sender.since();
    sender.begin(['slow']);
    const ofOther = sender.since();
    await waiting('other', 60_000, ofOther);
    const first = waiting('first', 60_000, ofFirst);
    await waiting('late', 20, ofFirst);
    expect(ended).toEqual(['other', 'late']);
    for (const end of ends) end();
    await first;
    await nothingUnderWay();
    expect(ended).toEqual(['other', 'late', 'first']);
  });
});
