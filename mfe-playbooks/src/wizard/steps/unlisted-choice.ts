import { withReadableInstants } from './readable-instants.ts';

/** Its id says nothing to people. */
const NAME_UNKNOWN = 'Chosen before (its name could not be read)';

interface UnlistedChoice {
  value: string;
  /** The name that the system gave it since the page was opened. */
  newestName: string | undefined;
  /** What the system called it when it was chosen. */
  chosenName: string | undefined;
  /** The system may name it in a moment. */
  isReading: boolean;
}

/** What a choice is called while the system does not list it: it is silent, or lists others. */
export function nameOfUnlisted({ value, newestName, chosenName, isReading }: UnlistedChoice): string {
  if (newestName !== undefined) return newestName;
  if (chosenName !== undefined) return withReadableInstants(chosenName);
  return isReading ? value : NAME_UNKNOWN;
}
