/** One call of an address that was registered for an event. */
export interface SentWebhook {
  /** The event in the system's words: `products/create`. */
  event: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
