/** A script that was applied; each applied reply of the assistant adds one (spec AI-08). */
export interface ScriptVersion {
  number: number;
  script: string;
}

export interface ScriptVersions {
  versions: readonly ScriptVersion[];
  /** Number of the shown version. */
  current: number;
}

/** @param script the one before the assistant changed it */
export function firstVersion(script: string): ScriptVersions {
  return { versions: [{ number: 1, script }], current: 1 };
}

/** Adds a version after the shown one and drops later ones (spec AI-09). @param present the editor's script, perhaps changed by hand */
export function addVersion({ versions, current }: ScriptVersions, present: string, script: string): ScriptVersions {
  const kept = versions.slice(0, current).map((version) => (version.number === current ? { ...version, script: present } : version));
  return { versions: [...kept, { number: current + 1, script }], current: current + 1 };
}

/** Goes to another version; manual changes of this one stay in it. */
export function goToVersion({ versions, current }: ScriptVersions, present: string, number: number): ScriptVersions {
  const target = Math.min(Math.max(number, 1), versions.length);
  return { versions: versions.map((version) => (version.number === current ? { ...version, script: present } : version)), current: target };
}

export function getCurrentScript({ versions, current }: ScriptVersions): string {
  return versions[current - 1]?.script ?? '';
}
