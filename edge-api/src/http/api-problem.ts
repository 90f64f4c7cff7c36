import { countWords } from '@portage/primitives/count-words';

/** One entry of the error shape; `field` is its path in the input, for forms. */
export interface ProblemEntry {
  userMessage: string;
  message: string;
  code: string;
  field?: string;
}

/** For a call that was done, but not quite as wanted. */
export type ApiWarning = Omit<ProblemEntry, 'field'>;

export function warning(code: string, text: string): ApiWarning {
  return { userMessage: text, message: text, code };
}

interface ProblemOptions {
  /** For logs only, never sent. */
  cause?: unknown;
  headers?: Record<string, string>;
  entries?: ProblemEntry[];
}

/** A refusal that a person may read. Everything else that is thrown becomes a 500 with a generic message. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly entries: ProblemEntry[];
  readonly headers: Record<string, string>;

  /**
   * @param status HTTP status
   * @param code stable text that programs identify problems by
   * @param userMessage what happened and what to do, in plain words
   */
  constructor(status: number, code: string, userMessage: string, options: ProblemOptions = {}) {
    super(userMessage, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.entries = options.entries ?? [{ userMessage, message: userMessage, code }];
    this.headers = options.headers ?? {};
  }
}

/** Also used for other owners' ids: a caller must not learn whether something exists. */
export function notFound(what = 'This'): ApiProblem {
  return new ApiProblem(404, 'not-found', `${what} was not found.`);
}

export function unauthorized(): ApiProblem {
  return new ApiProblem(401, 'unauthorized', 'Please sign in.', { headers: { 'www-authenticate': 'Bearer' } });
}

export function forbidden(): ApiProblem {
  return new ApiProblem(403, 'forbidden', 'You are not allowed to do this.');
}

/** For input that has the right shape but isn't acceptable. */
export function invalid(userMessage: string, field?: string): ApiProblem {
  return new ApiProblem(400, 'validation', userMessage, {
    entries: [{ userMessage, message: userMessage, code: 'validation', ...(field ? { field } : {}) }],
  });
}

export function conflict(code: string, userMessage: string): ApiProblem {
  return new ApiProblem(409, code, userMessage);
}

export function rateLimited(retryAfterSeconds: number): ApiProblem {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new ApiProblem(429, 'rate-limited', `Too many attempts. Please try again in ${waitText(seconds)}.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

function waitText(seconds: number): string {
  return seconds < 90 ? countWords(seconds, 'second') : countWords(Math.ceil(seconds / 60), 'minute');
}

export function payloadTooLarge(limitBytes: number): ApiProblem {
  const limit = limitBytes < 1_000_000 ? `${Math.floor(limitBytes / 1_000)} KB` : `${Math.floor(limitBytes / 1_000_000)} MB`;
  return new ApiProblem(413, 'payload-too-large', `The body is larger than ${limit}.`);
}

/** For a workflow that is unknown, deleted or another owner's: the caller can't tell which. */
export function workflowNotFound(): ApiProblem {
  return notFound('This workflow');
}

/** 503, so that senders of webhooks retry, and people read what to do. */
export function notSetUp(sentence: string): ApiProblem {
  return new ApiProblem(503, 'not-set-up', sentence);
}
