/** A mail as the Trigger Email extension takes it from `mail/{id}` (firebase/extensions, firestore-send-email). */
export interface Mail {
  readonly to: string;
  /** `Name <address>`; without it the extension takes its default sender. */
  readonly from?: string | undefined;
  readonly replyTo?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly message: { readonly subject: string; readonly text: string; readonly html: string };
}

/** A mail in the queue; `createdAt` is ISO 8601 in UTC. */
export type QueuedMail = Mail & { readonly id: string; readonly createdAt: string };
