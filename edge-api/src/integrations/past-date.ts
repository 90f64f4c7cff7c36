import { invalid } from '../http/api-problem.ts';

/**
 * A date to read a source from. A future date would silently lose changes until then.
 *
 * @throws ApiProblem 400
 */
export function pastDate(text: string, field: string, now: Date): Date {
  const date = new Date(text);
  if (date > now) throw invalid('This date is in the future, so changes until then would be left out. Choose an earlier one.', field);
  return date;
}
