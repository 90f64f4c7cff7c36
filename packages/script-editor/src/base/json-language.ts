import { jsonConfiguration, jsonGrammar } from './json-grammar.ts';
import { languages } from './monaco.ts';

let isKnown = false;

/** Makes JSON known, once. Not while modules load: the first call to Monaco fixes its services, and parts that come later would be missing. */
export function knowJson(): void {
  if (isKnown) return;
  isKnown = true;
  languages.register({ id: 'json' });
  languages.setLanguageConfiguration('json', jsonConfiguration);
  languages.setMonarchTokensProvider('json', jsonGrammar);
}
