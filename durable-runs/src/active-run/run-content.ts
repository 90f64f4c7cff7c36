import { identifyingValue, type RunResponse, type RunTag, type RunTrigger, type WorkflowVersionSnapshot } from '@portage/contracts';
import type { RunContent } from '@portage/database';
import { isListOrObject } from '@portage/primitives/json';
import { searchWords } from '@portage/primitives/search-words';
import { hasHidden, isSecretName, isSecretNumberName, type NameLocation } from '@portage/workflow';
import type { RunState } from '../core/run-state.ts';
import { REDACTED } from '../secrets/redact-headers.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

const MOST_CHARACTERS = 2_000;
/** At most this much of it is about the tags and the response. */
const MOST_RESULT_CHARACTERS = 700;
const MOST_MEMBERS = 2_000;
const MOST_ENTRIES = 200;
const MOST_TEXT = 20_000;
/** A longer text is a document or a file, not something that people look for. */
const LONGEST_TEXT = 10_000;

interface ContentSource {
  version: Pick<WorkflowVersionSnapshot, 'loggingMode' | 'steps'>;
  state: Pick<RunState, 'status'>;
  secrets: RunSecrets;
  /** Null: no longer stored. */
  trigger: Pick<RunTrigger, 'payload' | 'query'> | null;
  tags: readonly RunTag[];
  response: RunResponse | null;
}

/**
 * The words by which people find the run, as JSON of a `RunContent`: from the values of its trigger, its tags and its response, outermost
 * first, without secrets. Null: none. If only failed runs are logged, only failed runs have them. A workflow with hidden steps has none
 * of its response: hidden steps may have made it.
 */
export function runContentJson({ version, state, secrets, trigger, tags, response }: ContentSource): string | null {
  if (!trigger || (version.loggingMode === 'LogOnlyIfError' && state.status !== 'Failed')) return null;
  const shown = version.steps.some(hasHidden) ? null : response;
  const found = collectWords(
    [...tags.map(({ value }) => value), ...collectTexts(readBody(shown), 'member')],
    secrets,
    MOST_RESULT_CHARACTERS,
  );
  const used = found.reduce((sum, word) => sum + word.length, 0);
  const texts = [...collectTexts(trigger.payload, 'member'), ...collectTexts(trigger.query, 'parameter')];
  const words = collectWords(texts, secrets, MOST_CHARACTERS - used);
  const results = found.filter((word) => !words.includes(word));
  if (words.length + results.length === 0) return null;
  const content: RunContent = { trigger: words, results, identity: identify(trigger.payload, secrets) };
  return JSON.stringify(content);
}

function identify(payload: unknown, secrets: RunSecrets): RunContent['identity'] {
  const identity = identifyingValue(payload);
  if (!identity || isSecretName(identity.path.split('.').at(-1) ?? '', 'member')) return null;
  return secrets.redactText(identity.value) === identity.value ? identity : null;
}

function readBody(response: RunResponse | null): unknown {
  if (!response || response.isBase64 || response.body.length > MOST_TEXT) return null;
  try {
    return JSON.parse(response.body);
  } catch {
    return response.body;
  }
}

/** Texts and numbers of a JSON value, level by level, except those under names of secrets. */
function collectTexts(value: unknown, place: NameLocation): string[] {
  const texts: string[] = [];
  const waiting: [name: string, value: unknown][] = [['', value]];
  let length = 0;
  for (const [name, member] of waiting) {
    if (isListOrObject(member)) {
      const entries = Array.isArray(member)
        ? member.slice(0, MOST_ENTRIES).map((item): [string, unknown] => [name, item])
        : Object.entries(member);
      waiting.push(...entries.slice(0, MOST_MEMBERS - waiting.length));
    } else if (typeof member === 'number' ? !isSecretNumberName(name) : typeof member === 'string' && !isSecretName(name, place)) {
      const text = String(member);
      if (text.length > LONGEST_TEXT) continue;
      length += text.length;
      if (length > MOST_TEXT) break;
      texts.push(text);
    }
  }
  return texts;
}

function collectWords(texts: readonly string[], secrets: RunSecrets, mostCharacters: number): string[] {
  const words: string[] = [];
  let length = 0;
  for (const word of searchWords(secrets.redactText(texts.join('\n')).replaceAll(REDACTED, ' '))) {
    length += word.length;
    if (length > mostCharacters) break;
    words.push(word);
  }
  return words;
}
