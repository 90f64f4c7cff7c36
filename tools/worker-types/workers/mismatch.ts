type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T];

/** The kind of a binding, whatever its type. */
type KindOf<T> = [T] extends [string]
  ? 'text'
  : T extends { idFromName: unknown }
    ? 'objects'
    : T extends { createMultipartUpload: unknown }
      ? 'bucket'
      : T extends { getWithMetadata: unknown }
        ? 'namespace'
        : 'Worker';

/** Differences between a Worker's code and its configuration in any environment, as texts; `never` if they fit. */
export type Mismatch<Code, Configured> =
  | `${Exclude<RequiredKeys<Code>, RequiredKeys<Configured>> & string} is not configured everywhere`
  | `${Exclude<keyof Configured, keyof Code> & string} is configured, and the code does not know it`
  | {
      [K in keyof Code & keyof Configured & string]: KindOf<NonNullable<Configured[K]>> extends KindOf<NonNullable<Code[K]>>
        ? never
        : `${K} is another kind of thing`;
    }[keyof Code & keyof Configured & string];
