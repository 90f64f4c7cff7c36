import { parseKeyRing, SecretBox } from '@portage/database';
import type { Env } from '../env.ts';

let known: { text: string; box: SecretBox } | null = null;

/** The box that seals secrets of connectors; its keys are imported once an isolate. @throws Error for keys that make no sense */
export function secretBoxOf({ CONNECTOR_KEYS }: Pick<Env, 'CONNECTOR_KEYS'>): SecretBox {
  if (known?.text !== CONNECTOR_KEYS) known = { text: CONNECTOR_KEYS, box: new SecretBox(parseKeyRing(CONNECTOR_KEYS)) };
  return known.box;
}
