import { parseExactJson } from '@portage/primitives/exact-json';
import { isObject } from '@portage/primitives/json';
import { charsetNamed, declaredCharset, encodeForm, encodeText, mediaKind, parseMediaType } from '@portage/primitives/wire';
import {
  type ExpressionScope,
  evaluateExpression,
  evaluateTemplate,
  formText,
  type HttpBodyType,
  type HttpRequestStep,
  nameWork,
  parseExpression,
  textOfValue,
  WorkBudget,
} from '@portage/workflow';
import { fromBase64 } from '../encoding/base64.ts';
import { isSentAsFile, multipartForm } from './multipart-form.ts';

/** A body as it's sent, its content type, and what people see of it. */
export type RequestBody =
  | { ok: true; contentType: string; body: string | Uint8Array; shown: unknown }
  /** The body cannot be made; the message is fit for a person. */
  | { ok: false; message: string };

/** Binary content types. With one of these, a base64 body is sent as the bytes that it encodes. */
export const BINARY_TYPE =
  /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(octet-stream|pdf|zip|gzip|x-tar|x-7z-compressed|msword|vnd\.(ms-|openxmlformats-)))/i;

/**
 * The body of an HTTP request step. The step's `bodyType` says how to read its text, otherwise the content type in its headers; the
 * default is JSON (spec STEP-71).
 *
 * @param contentType of the step's headers, which is used unless the kind of body needs another.
 * @param seed the same for every attempt of the same step.
 * @throws ExpressionError
 */
export function makeRequestBody(step: HttpRequestStep, contentType: string | undefined, scope: ExpressionScope, seed: string): RequestBody {
  return inCharset(makeBody(step, contentType, scope, seed));
}

/** A text is sent in the charset that its content type names. */
function inCharset(made: RequestBody): RequestBody {
  if (!made.ok || typeof made.body !== 'string') return made;
  const label = declaredCharset(parseMediaType(made.contentType).parameters);
  if (label === null || charsetNamed(label) === 'utf-8') return made;
  const isForm = mediaKind(parseMediaType(made.contentType).type) === 'form';
  const encoded = isForm ? encodeForm(new URLSearchParams(made.body), label) : encodeText(made.body, label);
  return encoded.ok ? { ...made, body: encoded.bytes } : encoded;
}

function makeBody(step: HttpRequestStep, contentType: string | undefined, scope: ExpressionScope, seed: string): RequestBody {
  const text = step.body ?? '';
  const bodyType = step.bodyType ?? inferBodyType(contentType);
  switch (bodyType) {
    case 'Json':
      return plain(evaluateTemplate(text, scope, { escape: 'json' }), contentType ?? 'application/json');
    case 'Text':
      return plain(evaluateTemplate(text, scope), contentType ?? 'text/plain; charset=utf-8');
    case 'Form': {
      const own = contentType && inferBodyType(contentType) === 'Form' ? contentType : 'application/x-www-form-urlencoded';
      const fields = readFields(text, scope);
      if (fields.kind === 'fault') return { ok: false, message: fields.message };
      return plain(fields.kind === 'text' ? fields.text : encodedForm(fields.fields, scope), own);
    }
    case 'Multipart': {
      const fields = readFields(text, scope, isSentAsFile);
      if (fields.kind === 'fault') return { ok: false, message: fields.message };
      if (fields.kind === 'text') return { ok: false, message: `${MULTIPART_WANTS}.` };
      const form = multipartForm(fields.fields, seed);
      return form.ok ? { ...form, shown: fields.fields } : form;
    }
    case 'Base64': {
      const base64 = evaluateTemplate(text, scope).trim();
      const body = fromBase64(base64);
      if (body) return { ok: true, contentType: contentType ?? 'application/octet-stream', body, shown: base64 };
      // Only the content type suggested bytes, so the text itself may be meant.
      if (step.bodyType === undefined && contentType !== undefined) return plain(base64, contentType);
      return { ok: false, message: 'The body is not base64.' };
    }
    default:
      return bodyType satisfies never;
  }
}

const MULTIPART_WANTS = 'A multipart body is a JSON object of its fields';
const FORM_WANTS = 'The body of a form is a JSON object of its fields, or text such as a=1&b=2';

function plain(body: string, contentType: string): RequestBody {
  return { ok: true, contentType, body, shown: body };
}

function inferBodyType(contentType: string | undefined): HttpBodyType {
  if (contentType === undefined) return 'Json';
  switch (mediaKind(parseMediaType(contentType).type)) {
    case 'json':
      return 'Json';
    case 'form':
      return 'Form';
    case 'multipart':
      return 'Multipart';
    default:
      return BINARY_TYPE.test(contentType.trim()) ? 'Base64' : 'Text';
  }
}

function encodedForm(fields: Readonly<Record<string, unknown>>, { work = new WorkBudget() }: ExpressionScope): string {
  try {
    return urlEncodedForm(fields, work);
  } catch (cause) {
    throw nameWork(cause, 'The form', 0);
  }
}

type Fields = { kind: 'fields'; fields: Record<string, unknown> } | { kind: 'text'; text: string } | { kind: 'fault'; message: string };

/** A reference to an object, a JSON object with values in it, or a form's own text with values in it. */
function readFields(text: string, scope: ExpressionScope, keepsValue?: (value: unknown) => boolean): Fields {
  const isSingle = parseExpression(text).single !== null;
  const value = isSingle ? evaluateExpression(text, scope) : null;
  if (isObject(value)) return { kind: 'fields', fields: value };
  const looksLikeJson = isSingle ? typeof value === 'string' && value.trimStart().startsWith('{') : text.trimStart().startsWith('{');
  if (!looksLikeJson) return { kind: 'text', text: isSingle ? textOfValue(value) : evaluateTemplate(text, scope, { escape: 'form' }) };
  try {
    const parsed = parseExactJson(
      isSingle ? textOfValue(value) : evaluateTemplate(text, scope, { escape: 'json', ...(keepsValue ? { keepsValue } : {}) }),
    );
    return isObject(parsed) ? { kind: 'fields', fields: parsed } : { kind: 'fault', message: `${FORM_WANTS}.` };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'fault', message: `${FORM_WANTS}; this is not JSON: ${error.message}` };
  }
}

/** Fields as a form sends them: a list repeats its field, a missing value gives an empty field, objects become JSON. */
function urlEncodedForm(fields: Readonly<Record<string, unknown>>, work: WorkBudget): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${formText(name, work)}=${formText(textOfValue(item, 0, work), work)}`);
    }
  }
  return pairs.join('&');
}
