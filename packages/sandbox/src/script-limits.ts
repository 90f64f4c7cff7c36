export interface ScriptLimits {
  /** Iterations of the engine's loops; 100 million are about a second. */
  fuel: number;
  memoryBytes: number;
  stackBytes: number;
  sourceBytes: number;
  inputBytes: number;
  outputBytes: number;
  logBytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits of the design, section 4. A caller can lower each of them, but raise none. */
export const defaultLimits: Readonly<ScriptLimits> = {
  fuel: 100_000_000,
  memoryBytes: 44 * mebibyte,
  stackBytes: 256 * 1024,
  sourceBytes: mebibyte,
  inputBytes: 11 * mebibyte,
  outputBytes: 8 * mebibyte,
  logBytes: 64 * 1024,
};

/** Reserved fuel, so a script that was cut can still report where. */
export const reportFuel = 5_000_000;

/** Fills in the limits the caller left open. @throws RangeError for a limit that isn't a whole number above zero, or is over the default */
export function resolveLimits(wanted: Partial<ScriptLimits>): ScriptLimits {
  const limits = { ...defaultLimits };
  for (const key of Object.keys(defaultLimits) as (keyof ScriptLimits)[]) {
    const value = wanted[key];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 1 || value > defaultLimits[key]) {
      throw new RangeError(`The script limit ${key} must be a whole number from 1 to ${defaultLimits[key]}, not ${value}.`);
    }
    limits[key] = value;
  }
  return limits;
}

/** `11 MB`, or bytes if it's less than one. */
export function sizeText(bytes: number): string {
  return bytes >= mebibyte ? `${Math.round((bytes / mebibyte) * 10) / 10} MB` : `${bytes} bytes`;
}
