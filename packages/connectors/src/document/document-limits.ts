/** What a document may ask of an isolate that has 128 MB. */
export interface DocumentLimits {
  /** Characters of the text. */
  maxLength: number;
  /** Objects and lists within each other. */
  maxDepth: number;
  /** Values, where YAML aliases count each time they are used. */
  maxValues: number;
}

/** Measured in workerd (bench/src/read-document.ts): 16 million characters of JSON stay below 100 MB. */
export const documentLimits: DocumentLimits = { maxLength: 16_000_000, maxDepth: 200, maxValues: 2_500_000 };
