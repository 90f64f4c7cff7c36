interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/**
 * Reads the text exposition format 0.0.4 as strictly as its specification: HELP and TYPE once and before the samples of
 * their family, well-formed names and labels, no duplicate sample, histograms cumulative up to +Inf, which is their count.
 *
 * @throws Error that names the line.
 */
export function parsePrometheus(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: [string, Family] | null = null;
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      if (kind === 'HELP') {
        if (families.has(name)) throw new Error(`A second HELP: ${line}`);
        const family = { type: '', help: rest, samples: [] };
        families.set(name, family);
        current = [name, family];
      } else {
        if (current?.[0] !== name || current[1].type !== '') throw new Error(`TYPE does not follow its HELP: ${line}`);
        if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`No type: ${line}`);
        current[1].type = rest;
      }
      continue;
    }
    if (line.startsWith('#')) continue;
    const sample = parseSample(line);
    const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
    if (seen.has(key)) throw new Error(`Twice: ${line}`);
    seen.add(key);
    const owner: string = current?.[1].type === 'histogram' ? sample.name.replace(/_(bucket|sum|count)$/, '') : sample.name;
    if (!current || owner !== current[0]) throw new Error(`Not in its family: ${line}`);
    current[1].samples.push(sample);
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family);
  return families;
}

function parseSample(line: string): Sample {
  const at = /^([^{\s]+)(?:\{(.*)\})? (\S+)$/.exec(line);
  const [, name = '', labelText = '', valueText = ''] = at ?? [];
  if (!NAME.test(name)) throw new Error(`No sample: ${line}`);
  const value = valueText === '+Inf' ? Number.POSITIVE_INFINITY : Number(valueText);
  if (valueText === '' || Number.isNaN(value)) throw new Error(`No value: ${line}`);
  const labels: Record<string, string> = {};
  let rest = labelText;
  while (rest !== '') {
    const pair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/.exec(rest);
    if (!pair) throw new Error(`No labels: ${line}`);
    const [whole, label = '', quoted = ''] = pair;
    if (label in labels) throw new Error(`A label twice: ${line}`);
    labels[label] = quoted.replace(/\\([\\n"])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    rest = rest.slice(whole.length);
  }
  return { name, labels, value };
}

function checkHistogram(name: string, { samples }: Family): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = JSON.stringify(
      Object.entries(sample.labels)
        .filter(([label]) => label !== 'le')
        .sort(),
    );
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const [key, group] of groups) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)));
    const grows = (values: number[], strictly: boolean) =>
      values.every((value, index) => index === 0 || (strictly ? value > (values[index - 1] ?? 0) : value >= (values[index - 1] ?? 0)));
    if (bounds.at(-1) !== Number.POSITIVE_INFINITY || !grows(bounds, true)) throw new Error(`The bounds of ${name} ${key} are wrong`);
    if (
      !grows(
        buckets.map(({ value }) => value),
        false,
      )
    )
      throw new Error(`The buckets of ${name} ${key} are not cumulative`);
    const only = (suffix: string) => group.filter((sample) => sample.name === `${name}_${suffix}`);
    if (only('sum').length !== 1 || only('count').length !== 1) throw new Error(`${name} ${key} needs one sum and one count`);
    if (only('count')[0]?.value !== buckets.at(-1)?.value) throw new Error(`The count of ${name} ${key} is not its +Inf bucket`);
  }
}
