import { withReadableInstants } from './readable-instants.ts';

/** The id alone would mean nothing to people. */
const NAME_UNKNOWN = 'Chosen before (its name could not be read)';

interface UnlistedChoice {
  value: string;
  /** The name that the system reported since the page was opened. */
  newestName: string | undefined;
  /** The system's name of the choice when it was made. */
  chosenName: string | undefined;
  /** The system is being asked for the name. */
  isReading: boolean;
}

/** The name of a choice while the system doesn't list it, because it doesn't respond or lists others. */
export function nameOfUnlisted({ value, newestName, chosenName, isReading }: UnlistedChoice): string {
  if (newestName !== undefined) return newestName;
  if (chosenName !== undefined) return withReadableInstants(chosenName);
  return isReading ? value : NAME_UNKNOWN;
}
