import type { SimulatedCall, SimulatedResponse } from '../simulated-call.ts';
import type { SimulatorPorts } from '../simulated-system.ts';
import { DescribedSystem } from './described-system.ts';
import { DocumentSimulator } from './document-simulator.ts';
import { StoredRecords } from './kept-records.ts';

/**
 * Responds to what a simulator has no rules for, as the document of its connector type describes. The simulator has
 * already checked the credentials.
 *
 * @param name the folder of the connector type: `mindbody`
 * @returns a function whose result is null if the document doesn't have the call
 */
export function openShippedDocument(
  name: string,
  { store, now }: SimulatorPorts,
): (call: SimulatedCall) => Promise<SimulatedResponse | null> {
  const open = async () => {
    const system = await readShippedDocument(name);
    return { system, simulator: new DocumentSimulator(system, new StoredRecords(store), now, false) };
  };
  let opening: ReturnType<typeof open> | null = null;
  return async (call) => {
    // Reading a document takes a while, and most runs never need it.
    opening ??= open();
    const { system, simulator } = await opening;
    const isKnown = (await system.find(call.method, call.url.pathname, () => true)) !== null;
    return isKnown ? simulator.answer(call) : null;
  };
}

async function readShippedDocument(name: string): Promise<DescribedSystem> {
  const { systemTypeBundle, systemTypeId, unpackSystemType } = await import('@portage/connectors/system');
  const type = systemTypeBundle.types.find((type) => type.name === name);
  if (!type) throw new Error(`Portage has no connector type ${name}.`);
  const { yaml } = await unpackSystemType(type);
  const { authorizationType } = type.settings;
  const settings = { baseUrl: null, sandboxBaseUrl: null, tokenUrl: null, sandboxTokenUrl: null, authorizationType, additionalData: {} };
  return DescribedSystem.open({ id: systemTypeId(type), name: type.settings.name, settings, documentId: type.documentId }, yaml);
}
