import { dump } from 'js-yaml';

/** A value as YAML, as people write it: long lines stay whole, nothing is sorted. */
export function writeYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, skipInvalid: true });
}
