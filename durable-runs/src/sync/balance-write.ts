import { type EntityWrite, entityCallValues, entityText, hasValue, neededPlaceholders } from '@portage/connectors/entities';
import { textAt } from '@portage/connectors/events';
import { balanceCart, keysOfCart, type MappedField, type WriteResult } from '@portage/sync';
import type { StepContext } from '../step-context/step-handler.ts';
import { callEntity, readWithRetries, recordsAt, refusedBy, requestValues } from './entity-calls.ts';
import type { WriteTask } from './write-task.ts';

type BalancedWrite = { ok: true; fields: readonly MappedField[] } | { ok: false; result: WriteResult };

/** Keys per call. */
const MOST_KEYS = 50;

/** The fields to write. With `balance`, they make up the difference between the source's total and the target's own prices. */
export async function balanceWrite(
  { target }: WriteTask,
  { balance }: EntityWrite,
  mapped: readonly MappedField[],
  context: StepContext,
): Promise<BalancedWrite> {
  if (!balance) return { ok: true, fields: mapped };
  const { filler, rest, equalsPath, pricePath } = balance;
  const isSetUp = neededPlaceholders([filler, rest]).every((name) => hasValue(target.fields, name));
  if (!isSetUp) return { ok: true, fields: mapped };
  const fill = (text: string) => entityText(text, target.fields);
  const filled = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([path, value]) => [path, typeof value === 'string' ? fill(value) : value]));
  const places = {
    ...balance,
    filler: { key: fill(filler.key), values: filled(filler.values) },
    rest: { ...rest, values: filled(rest.values) },
  };
  const prices = new Map<string, string>();
  const sold = new Set<string>();
  const keys = keysOfCart(mapped, places);
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    const values = requestValues(entityCallValues(balance, { ...target.fields, keys: keys.slice(from, from + MOST_KEYS) }));
    const called = await readWithRetries(context, () =>
      callEntity(context, target, balance.operation, values, { list: recordsAt(balance) }),
    );
    if (!called.ok) return { ok: false, result: refusedBy(called) };
    for (const product of called.page.items) {
      const [key, price] = [textAt(product, equalsPath), textAt(product, pricePath)];
      if (key !== null) sold.add(key);
      if (key !== null && price !== null) prices.set(key, price);
    }
  }
  const [lacking, ...others] = keys.filter((key) => !sold.has(key));
  if (lacking !== undefined) {
    const { typeName } = target;
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    const it = others.length > 0 ? 'them' : 'it';
    const message = `Waits for “${lacking}”${more}, which ${typeName} doesn't sell. Add ${it} there, and this record syncs automatically.`;
    return { ok: false, result: { kind: 'waits', message } };
  }
  const balanced = balanceCart(mapped, places, (key) => prices.get(key) ?? null);
  return balanced.ok ? balanced : { ok: false, result: { kind: 'failed', message: balanced.message, passes: false } };
}
