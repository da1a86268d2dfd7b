import * as z from 'zod/mini';
import { defineKind, type Worker } from '../jobs/job.ts';
import type { PersonMailService } from './person-mails.service.ts';

const Params = { id: z.string(), title: z.string(), message: z.string() };

/** Emails a broadcast to all accounts that want broadcasts by email. */
export const broadcastMailKind = (mails: Pick<PersonMailService, 'mailBroadcast'>): Worker =>
  defineKind({
    name: 'broadcasts.mail',
    params: z.object(Params),
    cursor: z.string(),
    step: (broadcast, after) => mails.mailBroadcast(broadcast, after),
  });

export const broadcastMailJobId = (broadcastId: string): string => `broadcast-${broadcastId}`;
