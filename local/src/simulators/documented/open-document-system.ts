import { createEntity } from '../entity-of.ts';
import { toJsonResponse } from '../simulated-call.ts';
import type { OpenSystem, SimulatedEntity, SimulatorPorts } from '../simulated-system.ts';
import type { DescribedSystem } from './described-system.ts';
import { DocumentSimulator } from './document-simulator.ts';
import { type StoredRecord, StoredRecords } from './kept-records.ts';
import type { OpenDocuments } from './open-documents.ts';

/** A system simulated from its connector type's document, as the document is at each call. */
export function openDocumentSystem(typeId: string, documents: OpenDocuments, { store, now }: SimulatorPorts): OpenSystem {
  const records = new StoredRecords(store);
  const makers = new Map<string, () => void>();
  let current: { system: DescribedSystem; simulator: DocumentSimulator } | null = null;

  /** @returns the system, or a sentence that says why the document can't be simulated */
  const simulator = async (): Promise<DocumentSimulator | string> => {
    try {
      const system = await documents.open(typeId);
      if (!system) return 'This connector type has no OpenAPI document any more.';
      if (current?.system !== system) current = { system, simulator: new DocumentSimulator(system, records, now) };
      return current.simulator;
    } catch (error) {
      return error instanceof Error ? error.message : 'The document cannot be read.';
    }
  };

  const entity = (name: string): SimulatedEntity => {
    const make = makers.get(name);
    return {
      ...createEntity<StoredRecord>({
        name,
        records: records.of(name),
        fixed: [],
        takesNewFields: true,
        view: ({ value }) => value,
        change(record, fields) {
          record.value = { ...record.value, ...fields };
          records.touch(name, record, now());
        },
        ...(make ? { make } : {}),
      }),
      remove: (id) => records.remove(name, id),
    };
  };

  return {
    async answer(call) {
      const one = await simulator();
      return typeof one === 'string' ? toJsonResponse({ error: one }, { status: 404 }) : one.answer(call);
    },
    async isWrite(call) {
      const one = await simulator();
      return typeof one !== 'string' && !(await one.isRead(call));
    },
    get entities() {
      return records.collections().map(({ name }) => entity(name));
    },
    async prepare() {
      const one = await simulator();
      if (typeof one === 'string') return;
      for (const { name } of records.collections()) {
        const make = await one.maker(name);
        if (make) makers.set(name, make);
      }
    },
  };
}
