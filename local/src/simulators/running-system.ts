import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CallLog } from './call-log.ts';
import type { TypeDocuments } from './documented/documented-type.ts';
import { openDocumentSystem } from './documented/open-document-system.ts';
import { OpenDocuments } from './documented/open-documents.ts';
import { Faults, LOST_ANSWER } from './faults.ts';
import { getDefinition } from './registry.ts';
import type { SimulatedCall, SimulatedResponse } from './simulated-call.ts';
import type { OpenSystem, SimulatorPorts, StripeAccountPorts } from './simulated-system.ts';
import { openStore } from './store/simulator-store.ts';
import { simulatedSystemNames } from './system-names.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

/** A simulated system with its last calls and its pending faults. */
export interface RunningSystem extends OpenSystem {
  /** `shopify`; the connector type's id if it is simulated from its document. */
  name: string;
  title: string;
  host: string;
  calls: CallLog;
  faults: Faults;
  /** Whether the system limits calls, as the real one does. */
  limits: { isOff: boolean };
  fill(make: () => void, count: number): void;
  /** Waits until every change so far is on disk. */
  synced(): Promise<void>;
  /** Handles one call, as it came over the network. */
  take(call: SimulatedCall): Promise<SimulatedResponse | typeof LOST_ANSWER>;
}

interface SystemsSettings {
  /** The folder of their records; null: nothing outlives the process. */
  folder: string | null;
  now(): number;
  deliver(webhook: SentWebhook): void;
  stripe?: StripeAccountPorts;
  /** Documents of connector types whose systems have no simulator of their own; omitted: those aren't simulated. */
  documents?: TypeDocuments;
}

const BY_DOCUMENT = /^by-document-([\w-]{1,200})\.ndjson$/;

/** The simulated systems by name. */
export class RunningSystems extends Map<string, RunningSystem> {
  readonly #settings: SystemsSettings;
  readonly #documents: OpenDocuments | null;

  constructor(settings: SystemsSettings) {
    super();
    this.#settings = settings;
    this.#documents = settings.documents ? new OpenDocuments(settings.documents) : null;
    for (const name of simulatedSystemNames) {
      const { title, hosts, open } = getDefinition(name);
      this.set(name, openSystem({ name, file: name, title, host: hosts[0] ?? '', open }, settings));
    }
  }

  /** A connector type's system, simulated from its document; null: the type has no document. */
  async byDocument(connectorTypeId: string): Promise<RunningSystem | null> {
    const documents = this.#documents;
    const known = this.get(connectorTypeId);
    if (known || !documents || !BY_DOCUMENT.test(getFileName(connectorTypeId))) return known ?? null;
    const shown = await documents.titleOf(connectorTypeId);
    if (!shown) return null;
    // Another call may have opened it in the meantime.
    return this.get(connectorTypeId) ?? this.#openByDocument(connectorTypeId, shown, documents);
  }

  /** Opens the systems that were simulated from documents before. */
  async openKept(): Promise<void> {
    const { folder } = this.#settings;
    if (folder === null || !existsSync(folder)) return;
    for (const file of readdirSync(folder)) {
      const [, connectorTypeId] = BY_DOCUMENT.exec(file) ?? [];
      if (connectorTypeId && !connectorTypeId.endsWith('-calls')) await this.byDocument(connectorTypeId);
    }
  }

  #openByDocument(connectorTypeId: string, shown: { title: string; host: string }, documents: OpenDocuments): RunningSystem {
    const open = (ports: SimulatorPorts) => openDocumentSystem(connectorTypeId, documents, ports);
    const file = getFileName(connectorTypeId).replace(/\.ndjson$/, '');
    const system = openSystem({ name: connectorTypeId, file, ...shown, open }, this.#settings);
    this.set(connectorTypeId, system);
    return system;
  }
}

function getFileName(connectorTypeId: string): string {
  return `by-document-${connectorTypeId}.ndjson`;
}

export function openSystems(settings: SystemsSettings): RunningSystems {
  return new RunningSystems(settings);
}

interface Opening {
  name: string;
  /** The file name of its records and calls, without an extension. */
  file: string;
  title: string;
  host: string;
  open(ports: SimulatorPorts): OpenSystem;
}

function openSystem({ name, file, title, host, open }: Opening, { folder, now, deliver, stripe }: SystemsSettings): RunningSystem {
  const pathOf = (suffix: string) => (folder === null ? null : join(folder, `${file}${suffix}.ndjson`));
  const store = openStore(pathOf(''));
  const limits = { isOff: false };
  const system = open({ now, deliver, store, stripe, isUnlimited: () => limits.isOff });
  const calls = new CallLog(pathOf('-calls'));
  const faults = new Faults();
  return {
    ...system,
    // More kinds of records may appear while it runs.
    get entities() {
      return system.entities;
    },
    name,
    title,
    host,
    calls,
    faults,
    limits,
    fill(make, count) {
      store.together(() => {
        for (let made = 0; made < count; made += 1) make();
      });
    },
    synced: () => store.synced(),
    async take(call) {
      const isWrite = await system.isWrite(call);
      const answer = faults.strikes(isWrite) ? await faults.strike(() => system.answer(call), system.failure) : await system.answer(call);
      await store.synced();
      const status = answer === LOST_ANSWER ? 0 : answer.status;
      calls.add({ at: new Date(now()).toISOString(), method: call.method, path: call.url.pathname, status, isWrite });
      return answer;
    },
  };
}
