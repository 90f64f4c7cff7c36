/** One entry of the error shape of the specification (A section 8). */
export interface ApiErrorEntry {
  userMessage?: string | null;
  message?: string | null;
  errorMessage?: string | null;
  code?: string | number | null;
}

export interface ApiErrorBody {
  isSuccess?: boolean;
  errors?: ApiErrorEntry[];
  warnings?: ApiErrorEntry[];
  errorMessage?: string | null;
  errorDetails?: unknown;
}

/** Spec ERR-02, typo kept. */
export const UNKNOWN_ERROR_MESSAGE = 'An error has occured.';

function getEntryMessage(entry: ApiErrorEntry): string | undefined {
  return entry.userMessage || entry.message || entry.errorMessage || undefined;
}

/** Spec ERR-01..03: the text of the first error or warning; plain text or an empty body gives the general message. */
export function messageOfBody(body: unknown): string {
  if (typeof body !== 'object' || body === null) return UNKNOWN_ERROR_MESSAGE;
  const { errors, warnings, errorMessage } = body as ApiErrorBody;
  const first = errors?.[0] ?? warnings?.[0];
  return (first && getEntryMessage(first)) || errorMessage || UNKNOWN_ERROR_MESSAGE;
}

/** A call that the server refused or that did not reach it (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: unknown;
  /** The call's id in the logs; null if no response arrived. */
  readonly requestId: string | null;

  constructor(status: number, body: unknown, message: string, requestId: string | null = null) {
    super(message);
    this.status = status;
    this.body = body;
    this.requestId = requestId;
  }

  /** Code of the first error, as text. */
  get code(): string | undefined {
    const code = (this.body as ApiErrorBody | null)?.errors?.[0]?.code;
    return code === null || code === undefined ? undefined : String(code);
  }
}

/** Whether a call was refused. Checks the name, because each area bundles its own copy of the class and `instanceof` would fail. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** The id of a call that failed in the server, for support; null if the person can solve the problem, or no response arrived. */
export function getSupportId(error: unknown): string | null {
  return isApiError(error) && error.status >= 500 ? (error.requestId ?? null) : null;
}

/** A message for a person, whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return UNKNOWN_ERROR_MESSAGE;
}
