/**
 * What was last written, as one object: the engine keeps it as a list of paths and values. Anything else is shown as it is.
 */
export function writtenValues(written: unknown): unknown {
  if (!Array.isArray(written) || !written.every(isWrittenField)) return written;
  return Object.fromEntries(written.map(({ toParameterPath, value }) => [toParameterPath.replace(/^body\./, ''), value]));
}

function isWrittenField(field: unknown): field is { toParameterPath: string; value: unknown } {
  return typeof field === 'object' && field !== null && typeof (field as { toParameterPath?: unknown }).toParameterPath === 'string';
}
