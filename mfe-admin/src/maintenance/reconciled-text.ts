export interface Reconciled {
  checked: number;
  corrected: number;
  /** Ids of workflows whose schedule or listener did not respond. */
  failed: readonly string[];
}

const MOST_NAMED = 10;

export function reconciledText({ checked, corrected, failed }: Reconciled): string {
  const found = `${checked} ${checked === 1 ? 'schedule or listener' : 'schedules and listeners'} compared with the database, ${corrected} corrected.`;
  if (failed.length === 0) return found;
  const more = failed.length > MOST_NAMED ? ` and ${failed.length - MOST_NAMED} more` : '';
  return `${found} These workflows didn’t respond: ${failed.slice(0, MOST_NAMED).join(', ')}${more}. Reconcile again in a moment.`;
}
