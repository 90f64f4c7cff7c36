/** The most that a document may cost an isolate with 128 MB. */
export interface DocumentLimits {
  /** Characters of the text. */
  maxLength: number;
  /** The same for YAML, which takes more memory to read. */
  maxYamlLength: number;
  /** Objects and lists within each other. */
  maxDepth: number;
  /** Values, where YAML aliases count each time they are used. */
  maxValues: number;
}

/**
 * Measured in workerd (bench, `import-document`): 19 MB of JSON are imported in a heap of 64 MB (80 where they hold other than
 * Latin characters), 8.6 MB of YAML in one of 96 MB.
 */
export const documentLimits: DocumentLimits = { maxLength: 19_500_000, maxYamlLength: 9_000_000, maxDepth: 200, maxValues: 2_500_000 };
