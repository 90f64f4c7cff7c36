/** A whole sentence on what happened, and one on what a person can do. */
export function connectAgain(message: string): string {
  return `${message.replace(/[.!?\s]+$/, '')}. Please connect again.`;
}
