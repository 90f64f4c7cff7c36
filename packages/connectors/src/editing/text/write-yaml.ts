import { dump } from 'js-yaml';

/** YAML as people write it: long lines aren't folded, nothing is sorted. */
export function writeYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, skipInvalid: true });
}
