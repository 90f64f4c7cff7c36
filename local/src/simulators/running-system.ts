import { join } from 'node:path';
import { CallLog } from './call-log.ts';
import { Faults, LOST_ANSWER } from './faults.ts';
import { definitionOf } from './registry.ts';
import type { SimulatedAnswer, SimulatedCall } from './simulated-call.ts';
import type { OpenSystem, StripeAccountPorts } from './simulated-system.ts';
import { openStore } from './store/simulator-store.ts';
import { type SimulatedSystemName, simulatedSystemNames } from './system-names.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

/** A simulated system with its surroundings: its last calls, and the faults to come. */
export interface RunningSystem extends OpenSystem {
  name: SimulatedSystemName;
  title: string;
  host: string;
  calls: CallLog;
  faults: Faults;
  /** Whether the system counts calls, as the real one does. */
  limits: { isOff: boolean };
  /** Makes so many records of a kind. */
  fill(make: () => void, count: number): void;
  /** One call of the system, as it came over the network. */
  take(call: SimulatedCall): Promise<SimulatedAnswer | typeof LOST_ANSWER>;
}

export type RunningSystems = ReadonlyMap<string, RunningSystem>;

interface SystemsSettings {
  /** Where their records are kept; null: nothing outlives the process. */
  folder: string | null;
  now(): number;
  deliver(webhook: SentWebhook): void;
  stripe?: StripeAccountPorts;
}

export function openSystems(settings: SystemsSettings): RunningSystems {
  return new Map(simulatedSystemNames.map((name) => [name, openSystem(name, settings)]));
}

function openSystem(name: SimulatedSystemName, { folder, now, deliver, stripe }: SystemsSettings): RunningSystem {
  const definition = definitionOf(name);
  const fileOf = (suffix: string) => (folder === null ? null : join(folder, `${name}${suffix}.ndjson`));
  const store = openStore(fileOf(''));
  const limits = { isOff: false };
  const system = definition.open({ now, deliver, store, stripe, isUnlimited: () => limits.isOff });
  const calls = new CallLog(fileOf('-calls'));
  const faults = new Faults();
  return {
    ...system,
    name,
    title: definition.title,
    host: definition.hosts[0] ?? '',
    calls,
    faults,
    limits,
    fill(make, count) {
      store.together(() => {
        for (let made = 0; made < count; made += 1) make();
      });
    },
    async take(call) {
      const isWrite = system.isWrite(call);
      const answer = isWrite ? await faults.strike(() => system.answer(call), system.failure) : await system.answer(call);
      const status = answer === LOST_ANSWER ? 0 : answer.status;
      calls.add({ at: new Date(now()).toISOString(), method: call.method, path: call.url.pathname, status, isWrite });
      return answer;
    },
  };
}
