import { type Broadcast, NotificationType } from '@inkwell/shared/notifications';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';

const content = { title: z.string(), message: z.string(), type: NotificationType, createdAt: Moment };

const BroadcastDocument = z.object({ ...content, senderId: z.string() });

/** The feed omits the sender. */
const FeedDocument = z.object({ items: z.array(z.object({ ...content, id: z.string() })) });

export type StoredBroadcast = z.infer<typeof BroadcastDocument> & { readonly id: string };
export type FeedBroadcast = z.infer<typeof FeedDocument>['items'][number];

export const decodeBroadcast = decoderOf(BroadcastDocument);

/** Newest first; empty before the first broadcast. */
export function decodeFeed(snapshot: DocumentSnapshot): FeedBroadcast[] {
  const data = snapshot.data();
  return data === undefined ? [] : z.parse(FeedDocument, data).items;
}

/** A broadcast as admins see it; the sender's account may be deleted. */
export function toBroadcast(broadcast: StoredBroadcast, sender: Broadcast['sender'] | null): Broadcast {
  return {
    id: broadcast.id,
    title: broadcast.title,
    message: broadcast.message,
    type: broadcast.type,
    createdAt: broadcast.createdAt.toISOString(),
    sender: {
      firstName: sender?.firstName ?? null,
      displayName: sender?.displayName ?? null,
      email: sender?.email ?? null,
    },
  };
}
