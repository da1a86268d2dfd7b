import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { type DocumentChange, upgradePage } from '../firestore/upgrade-page.ts';
import { defineUpgrade, type Upgrade } from './data-version.ts';

interface DocumentUpgrade extends Pick<Upgrade, 'version' | 'about'>, DocumentChange {}

/** Upgrades the older documents of a collection, page by page. */
export const documentUpgrade = (db: Firestore, { version, about, ...change }: DocumentUpgrade): Upgrade =>
  defineUpgrade({
    version,
    about,
    cursor: z.string(),
    step: (after) => upgradePage(db, { ...change, to: version }, after),
  });
