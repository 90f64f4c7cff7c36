import type { SimulatedConnectorFields } from '@portage/contracts';
import type { SimulatedAnswer, SimulatedCall, SimulatedSystem } from './simulated-call.ts';
import type { SimulatorStore } from './store/simulator-store.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

/** The surroundings of a simulated system. */
export interface SimulatorPorts {
  now(): number;
  /** Whether calls are not counted, for measurements; left out: they are. */
  isUnlimited?(): boolean;
  store: SimulatorStore;
  /** Calls an address that was registered with the system. */
  deliver(webhook: SentWebhook): void;
  /** What the simulated Stripe knows of this Portage; left out: of none. */
  stripe?: StripeAccountPorts | undefined;
}

/** The account that a local Portage has at the simulated Stripe. */
export interface StripeAccountPorts {
  /** Of this Portage: its pages and its endpoint for events are there. */
  origin: string;
  secretKey: string;
  webhookSecret: string;
}

/** One kind of record, as `/local/simulators` shows and changes it. */
export interface SimulatedEntity {
  name: string;
  count(): number;
  /** Each has an `id`. Left out, `from` is the first and `to` comes after the last. */
  list(from?: number, to?: number): Record<string, unknown>[];
  get(id: string): Record<string, unknown> | null;
  /** @returns the record; null: there is none. @throws WrongRecord */
  change(id: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> | null;
  remove(id: string): boolean;
  /** Makes one plausible record more; left out: only the system's own calls make some. */
  make?(): void;
}

/** A change by a person that is not possible; the message is for them. */
export class WrongRecord extends Error {
  override readonly name = 'WrongRecord';
}

/** The system's own question to a person: may Portage use this account? */
export interface SignIn {
  /** @returns what is wrong with the question, as the system would say it; null: nothing */
  problemOf(question: URLSearchParams, host: string): string | null;
  /** Parameters for `redirect_uri`, beside the state, once the person has said yes. */
  allow(question: URLSearchParams, host: string): Record<string, string>;
}

export interface OpenSystem {
  answer: SimulatedSystem;
  /** Whether a call changes something: faults strike these. */
  isWrite(call: SimulatedCall): boolean | Promise<boolean>;
  entities: SimulatedEntity[];
  /** What has to be read before a person looks at its records. */
  prepare?(): Promise<void>;
  /** A failure in the system's own shape, for faults. */
  failure?(status: number, message: string): SimulatedAnswer;
  signIn?: SignIn;
  /** Pages of the system's own, below `/local/simulators/{system}`. @param parts of the address after that; null: nothing is there */
  page?(call: SimulatedCall, parts: readonly string[]): SimulatedAnswer | null;
}

/** One system that Portage can simulate: a folder, and a line in the registry. */
export interface SystemDefinition {
  /** As people know it. */
  title: string;
  /** Hosts of the real system that a simulated connector calls. */
  hosts: readonly string[];
  /** Further hosts that `PORTAGE_SIMULATE` takes over, so that nothing reaches the real system; `*.example.com` for all below it. */
  alsoTakenOver?: readonly string[];
  /** Hosts where a person signs in, among those above. */
  signInHosts?: readonly string[];
  /** By connector type: the fields of a connector that works at once. */
  connectors: Readonly<Record<string, SimulatedConnectorFields>>;
  /** Names that begin the variables of the types' OAuth apps: `SHOPIFY` for `PORTAGE_SHOPIFY_CLIENT_ID`. */
  appVariables?: readonly string[];
  open(ports: SimulatorPorts): OpenSystem;
}
