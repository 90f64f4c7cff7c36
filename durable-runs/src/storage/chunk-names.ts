/** Data of a step that is too large for its row. */
export function stepChunk(ordinal: number): string {
  return `step/${ordinal}`;
}

/** Data of an earlier attempt of a step that is too large for its row. */
export function attemptChunk(ordinal: number | '', attempt: number | '' = ''): string {
  return `attempt/${ordinal}${attempt === '' ? '' : `/${attempt}`}`;
}

/** Exact data of a step whose journal data was redacted. */
export function exactChunk(ordinal: number | ''): string {
  return `exact/${ordinal}`;
}

/** Parameters of a step that are logged in every mode. */
export function alwaysChunk(ordinal: number | ''): string {
  return `always/${ordinal}`;
}
