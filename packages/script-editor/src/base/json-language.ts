import { jsonConfiguration, jsonGrammar } from './json-grammar.ts';
import { languages } from './monaco.ts';

let isRegistered = false;

/** Registers JSON, once. Not at module load: the first call to Monaco fixes its services, and later parts would be missing. */
export function knowJson(): void {
  if (isRegistered) return;
  isRegistered = true;
  languages.register({ id: 'json' });
  languages.setLanguageConfiguration('json', jsonConfiguration);
  languages.setMonarchTokensProvider('json', jsonGrammar);
}
