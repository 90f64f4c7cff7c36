const MEBIBYTE = 1024 * 1024;

/**
 * All data size limits in one place (docs/limits.md): what one part accepts, the parts behind it accept, too. A webhook's body fits into a
 * value, a script's input, a text that an expression makes and a request's body.
 */
export const dataLimits = {
  /** The body of a webhook call or a connector event. */
  webhookBodyBytes: 10_000_000,
  /** The JSON body of any other API call, unless its declaration sets another limit. */
  callBodyBytes: 2_000_000,
  uploadBytes: 25_000_000,
  /** The OpenAPI document of a person's own API, which may also come from an address. */
  ownApiDocumentBytes: 10 * MEBIBYTE,
  ownApis: 50,
  /** The body that an HTTP request or a connector sends, and the response it gets, after decompression. */
  requestBytes: 10 * MEBIBYTE,
  responseBytes: 10 * MEBIBYTE,
  /** The pinned output of one step, as JSON, and all pins of one workflow together. */
  pinChars: 500_000,
  pinsOfWorkflowChars: 4_000_000,
  /** What a test of one step returned, as JSON, and all such samples of one workflow together. */
  sampleChars: 262_144,
  samplesOfWorkflowChars: 16_000_000,
  /** One value of a run, as JSON: a payload, a response, a script's result. */
  valueBytes: 16 * MEBIBYTE,
  /** Everything that one run stores. */
  runBytes: 512 * MEBIBYTE,
  /** All values that a script names, together, as JSON. Its result must be smaller: the memory can't hold as much besides the input. */
  scriptInputBytes: 11 * MEBIBYTE,
  scriptOutputBytes: 8 * MEBIBYTE,
  scriptMemoryBytes: 44 * MEBIBYTE,
} as const;
