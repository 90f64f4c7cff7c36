export interface SentWebhook {
  /** The event's name in the system: `products/create`. */
  event: string;
  url: string;
  headers: Record<string, string>;
  /** Extra headers computed per attempt, such as a signature over the time. */
  sign?(): Record<string, string>;
  body: string;
  /** Called after a successful response. */
  taken?(): void;
}
