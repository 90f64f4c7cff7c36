/** Says what happened, as a whole sentence, and what a person does about it. */
export function connectAgain(message: string): string {
  return `${message.replace(/[.!?\s]+$/, '')}. Please connect again.`;
}
