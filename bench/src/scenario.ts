import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Portage } from './portage.ts';

export interface Figure {
  scenario: string;
  [name: string]: string | number | boolean;
}

export interface ScenarioContext {
  portage: Portage;
  api: Client<Calls>;
  /** Prints one line. */
  report(figure: Figure): void;
}

/** A measurement on a running Portage. */
export interface Scenario {
  name: string;
  /** Runs only if requested by name. */
  onlyByName?: boolean;
  run(context: ScenarioContext): Promise<void>;
}
