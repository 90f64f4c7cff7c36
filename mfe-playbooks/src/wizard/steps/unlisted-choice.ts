import { withReadableInstants } from './readable-instants.ts';

/** Its id says nothing to people. */
const NAME_UNKNOWN = 'Chosen before (its name could not be read)';

interface UnlistedChoice {
  value: string;
  /** The name that the system gave it since the page was opened. */
  newestName: string | undefined;
  /** The system's name of it when it was chosen. */
  chosenName: string | undefined;
  /** The system may name it in a moment. */
  isReading: boolean;
}

/** The name of a choice while the system does not list it, because it is silent or lists others. */
export function nameOfUnlisted({ value, newestName, chosenName, isReading }: UnlistedChoice): string {
  if (newestName !== undefined) return newestName;
  if (chosenName !== undefined) return withReadableInstants(chosenName);
  return isReading ? value : NAME_UNKNOWN;
}
