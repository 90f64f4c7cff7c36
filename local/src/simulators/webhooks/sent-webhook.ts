/** One call of an address that was registered for an event. */
export interface SentWebhook {
  /** The event in the system's words: `products/create`. */
  event: string;
  url: string;
  headers: Record<string, string>;
  /** Further headers that each try has of its own, such as a signature over the time. */
  sign?(): Record<string, string>;
  body: string;
  /** Called when an answer with success has come. */
  taken?(): void;
}
