import { parseKeyRing, SecretBox } from '@portage/database';
import type { Env } from '../env.ts';

let cachedBox: { text: string; box: SecretBox } | null = null;

/** The box that seals connectors' secrets; its keys are imported once per isolate. @throws Error for malformed keys */
export function getSecretBox({ CONNECTOR_KEYS }: Pick<Env, 'CONNECTOR_KEYS'>): SecretBox {
  if (cachedBox?.text !== CONNECTOR_KEYS) cachedBox = { text: CONNECTOR_KEYS, box: new SecretBox(parseKeyRing(CONNECTOR_KEYS)) };
  return cachedBox.box;
}
