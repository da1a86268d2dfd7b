/** A mail in the format of the Trigger Email extension for `mail/{id}` (firebase/extensions, firestore-send-email). */
export interface Mail {
  readonly to: string;
  /** `Name <address>`; the extension has a default. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** A queued mail; `createdAt` is ISO 8601 in UTC. */
export type QueuedMail = Mail & { readonly id: string; readonly createdAt: string };
