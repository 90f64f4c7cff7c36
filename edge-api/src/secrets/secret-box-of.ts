import { parseKeyRing, SecretBox } from '@portage/database';
import type { Env } from '../env.ts';

let known: { text: string; box: SecretBox } | null = null;

/** The box that seals connectors' secrets; its keys are imported once per isolate. @throws Error for malformed keys */
export function secretBoxOf({ CONNECTOR_KEYS }: Pick<Env, 'CONNECTOR_KEYS'>): SecretBox {
  if (known?.text !== CONNECTOR_KEYS) known = { text: CONNECTOR_KEYS, box: new SecretBox(parseKeyRing(CONNECTOR_KEYS)) };
  return known.box;
}
