/** One sentence saying what happened, and one saying what to do. */
export function connectAgain(message: string): string {
  return `${message.replace(/[.!?\s]+$/, '')}. Please connect again.`;
}
