/** The most that a document may cost in an isolate with 128 MB. */
export interface DocumentLimits {
  /** In characters. */
  maxLength: number;
  /** The same for YAML, which needs more memory to parse. */
  maxYamlLength: number;
  maxDepth: number;
  /** Values in total; YAML aliases count each time they are used. */
  maxValues: number;
}

/** Measured in workerd (bench, `import-document`): 19 MB of JSON takes a heap of 64 MB, or 80 if non-Latin; 8.6 MB of YAML takes 96 MB. */
export const documentLimits: DocumentLimits = { maxLength: 19_500_000, maxYamlLength: 9_000_000, maxDepth: 200, maxValues: 2_500_000 };
