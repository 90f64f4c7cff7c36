/** What a file names instead of an id, or keeps elsewhere; in YAML the kind is the tag: `!connector Shop`. */
export const referenceKinds = ['connector', 'workflow', 'script', 'value'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export class Reference {
  readonly kind: ReferenceKind;
  readonly name: string;

  constructor(kind: ReferenceKind, name: string) {
    this.kind = kind;
    this.name = name;
  }
}

/** JSON whose leaves may be references. */
export type Portable = null | boolean | number | string | Reference | Portable[] | { [member: string]: Portable };

export function isMap(value: unknown): value is { [member: string]: Portable } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Reference);
}

/** Undefined also for a name that every object has, such as `constructor`. */
export function own<Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
