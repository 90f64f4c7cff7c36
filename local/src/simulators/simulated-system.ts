import type { SimulatedConnectorFields } from '@portage/contracts';
import type { SimulatedCall, SimulatedResponse, SimulatedSystem } from './simulated-call.ts';
import type { SimulatorStore } from './store/simulator-store.ts';
import type { SentWebhook } from './webhooks/sent-webhook.ts';

export interface SimulatorPorts {
  now(): number;
  /** Whether calls aren't limited, for measurements; omitted: they are. */
  isUnlimited?(): boolean;
  store: SimulatorStore;
  /** Calls an address registered with the system. */
  deliver(webhook: SentWebhook): void;
  /** What the simulated Stripe knows about this Portage; omitted: nothing. */
  stripe?: StripeAccountPorts | undefined;
}

/** The account that a local Portage has at the simulated Stripe. */
export interface StripeAccountPorts {
  /** This Portage's origin, which has its pages and its endpoint for events. */
  origin: string;
  secretKey: string;
  webhookSecret: string;
}

/** One kind of record that `/local/simulators` shows and changes. */
export interface SimulatedEntity {
  name: string;
  count(): number;
  /** Each has an `id`. By default from the first record to the last; `to` is exclusive. */
  list(from?: number, to?: number): Record<string, unknown>[];
  get(id: string): Record<string, unknown> | null;
  /** @returns the record; null: it doesn't exist. @throws WrongRecord */
  change(id: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> | null;
  remove(id: string): boolean;
  /** Makes one more plausible record; omitted: only the system's own calls make them. */
  make?(): void;
}

/** A change that a person can't make; the message is for them. */
export class WrongRecord extends Error {
  override readonly name = 'WrongRecord';
}

/** The system's own question to a person: may Portage use this account? */
export interface SignIn {
  /** @returns what is wrong with the question, as the system would say it; null: nothing */
  problemOf(question: URLSearchParams, host: string): string | null;
  /** Parameters for `redirect_uri`, besides the state, once the person has agreed. */
  allow(question: URLSearchParams, host: string): Record<string, string>;
}

export interface OpenSystem {
  answer: SimulatedSystem;
  /** Whether a call changes something: faults hit these calls. */
  isWrite(call: SimulatedCall): boolean | Promise<boolean>;
  entities: SimulatedEntity[];
  /** Reads what is needed before a person looks at the system's records. */
  prepare?(): Promise<void>;
  /** A failure in the system's own shape, for faults. */
  failure?(status: number, message: string): SimulatedResponse;
  signIn?: SignIn;
  /** The system's own pages, below `/local/simulators/{system}`. @param parts of the address after that; null: no such page */
  page?(call: SimulatedCall, parts: readonly string[]): SimulatedResponse | null;
}

/** One system that Portage can simulate: a folder, and a line in the registry. */
export interface SystemDefinition {
  title: string;
  /** Hosts of the real system that a simulated connector calls. */
  hosts: readonly string[];
  /** More hosts that `PORTAGE_SIMULATE` takes over, so that nothing reaches the real system; `*.example.com` for all below it. */
  alsoTakenOver?: readonly string[];
  /** Which of these hosts people sign in at. */
  signInHosts?: readonly string[];
  /** By connector type: the fields of a ready-to-use connector. */
  connectors: Readonly<Record<string, SimulatedConnectorFields>>;
  /** Prefixes of the variables for the types' OAuth apps: `SHOPIFY` for `PORTAGE_SHOPIFY_CLIENT_ID`. */
  appVariables?: readonly string[];
  open(ports: SimulatorPorts): OpenSystem;
}
