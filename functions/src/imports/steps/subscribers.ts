import type { LineOf } from '../import-lines.ts';
import { act, dateOf, pastOf, type Step } from './step.ts';

export async function importSuppressions(lines: readonly LineOf<'suppression'>[], step: Step): Promise<void> {
  const { stored, at } = step;
  const unsubscribed = lines.filter(({ reason }) => reason === 'unsubscribed');
  await step.subscribers.bring(
    unsubscribed.map(({ email }) => ({ email, subscribedAt: null, labels: [] })),
    { name: stored.name, at },
  );
  for (const { email, reason } of lines) {
    if (reason === 'unsubscribed') continue;
    await step.suppress(email, { ...act(step), remark: `Imported from ${stored.name}: ${reason}` });
  }
}

export async function importSubscribers(lines: readonly LineOf<'subscriber'>[], step: Step): Promise<void> {
  const pending = lines.filter(({ state }) => state === 'unconfirmed').length;
  if (pending > 0)
    step.report({ reason: 'left-out', text: `${pending} subscribers who never confirmed their address.` });
  const rows = lines
    .filter(({ state }) => state !== 'unconfirmed')
    .map(({ email, state, subscribedAt, labels }) => ({
      email,
      labels,
      subscribedAt: state === 'left' ? null : (dateOf(subscribedAt) ?? step.at),
    }));
  await step.subscribers.bring(rows, { name: step.stored.name, at: step.at });
}

export function importOwnSuppressions(lines: readonly LineOf<'own-suppression'>[], step: Step): Promise<void> {
  const found = lines.map(({ suppression: { suppressedAt, freedAt, notes, ...fields } }) => ({
    ...fields,
    suppressedAt: pastOf(suppressedAt, step),
    freedAt: pastOf(freedAt, step),
    notes: notes.map((one) => ({ ...one, at: pastOf(one.at, step) ?? step.at })),
  }));
  return step.suppressions.bring(found, act(step));
}

export async function importOwnSubscribers(lines: readonly LineOf<'own-subscriber'>[], step: Step): Promise<void> {
  const subscribers = lines.map(({ subscriber: { categories, ...subscriber } }) => {
    const confirmedAt = pastOf(subscriber.confirmedAt, step);
    const subscribedAt = pastOf(subscriber.subscribedAt, step) ?? confirmedAt ?? step.at;
    const consents = subscriber.consents.map((consent) => ({ ...consent, at: pastOf(consent.at, step) ?? step.at }));
    const stated = { at: subscribedAt, text: `Confirmed elsewhere: ${step.stored.name}`, source: 'import' } as const;
    return {
      ...subscriber,
      subscribedAt,
      confirmedAt,
      leftAt: pastOf(subscriber.leftAt, step),
      categories: categories && [...new Set(categories.flatMap((key) => step.maps.category[key] ?? []))],
      consents: subscriber.isConfirmed && consents.length === 0 ? [stated] : consents,
    };
  });
  const over = await step.subscribers.restore(subscribers, step.at);
  if (over > 0)
    step.report({ reason: 'left-out', text: `${over} subscribers who did not confirm in time, or left years ago.` });
}
