const MEBIBYTE = 1024 * 1024;

/**
 * How much data may pass, in one place (docs/limits.md): what one part takes, the parts behind it take, too. A webhook's body fits
 * into a value, into a script's input, into a text that an expression makes and into a request's body.
 */
export const dataLimits = {
  /** The body of a webhook call or a connector event. */
  webhookBodyBytes: 10_000_000,
  /** The JSON body of any other call of the API, where its declaration says nothing else. */
  callBodyBytes: 2_000_000,
  /** One uploaded file. */
  uploadBytes: 25_000_000,
  /** The body that an HTTP request or a connector sends, and the answer it gets, after decompression. */
  requestBytes: 10 * MEBIBYTE,
  responseBytes: 10 * MEBIBYTE,
  /** The pinned output of one step, as JSON, and those of one workflow together. */
  pinChars: 500_000,
  pinsOfWorkflowChars: 4_000_000,
  /** One value of a run, as JSON: a payload, a response, a script's result. */
  valueBytes: 16 * MEBIBYTE,
  /** Everything that one run stores. */
  runBytes: 512 * MEBIBYTE,
  /**
   * The values that a script names, together, as JSON. Its result is smaller: the memory has no room for the same amount beside
   * its input.
   */
  scriptInputBytes: 11 * MEBIBYTE,
  scriptOutputBytes: 8 * MEBIBYTE,
  scriptMemoryBytes: 44 * MEBIBYTE,
} as const;
