import type { TextInsertion } from '@portage/workflow';

/** The name of an inserted value until the person enters one. */
const NEW_NAME = 'name';

/**
 * Inserts an expression into a JSON object of texts: into the text at the cursor, as a missing value, or as a new member to name.
 *
 * @param selected the part of the expression to select afterwards; if omitted, the cursor goes after it
 */
export function insertIntoJson(
  json: string,
  start: number,
  end: number,
  expression: string,
  selected?: { start: number; end: number },
): TextInsertion {
  const written = (text: string) => JSON.stringify(text).slice(1, -1);
  const value = written(`\${${expression}}`);
  if (isInText(json.slice(0, start))) {
    // The person has started to write the reference by hand.
    const from = start === end && json[start - 1] === '$' ? start - 1 : start;
    if (!selected) return behind(from, end, value);
    const before = written(`\${${expression.slice(0, selected.start)}`).length;
    const length = written(expression.slice(selected.start, selected.end)).length;
    return { start: from, end, text: value, selectionStart: from + before, selectionEnd: from + before + length };
  }
  if (/:\s*$/.test(json.slice(0, start))) return behind(start, end, `"${value}"`);
  return newMember(json, start, value);
}

function newMember(json: string, start: number, value: string): TextInsertion {
  const close = json.lastIndexOf('}');
  if (close === -1) {
    const text = `{ "${NEW_NAME}": "${value}" }`;
    return { start: 0, end: json.length, text, selectionStart: 3, selectionEnd: 3 + NEW_NAME.length };
  }
  const isInside = start > json.indexOf('{') && start <= close;
  const at = isInside ? start : json.slice(0, close).trimEnd().length;
  const isFirst = /[{,]\s*$/.test(json.slice(0, at));
  const isLast = !json.slice(at).trimStart().startsWith('"');
  const opening = isFirst ? '' : ', ';
  const selectionStart = at + opening.length + 1;
  return {
    start: at,
    end: at,
    text: `${opening}"${NEW_NAME}": "${value}"${isLast ? '' : ', '}`,
    selectionStart,
    selectionEnd: selectionStart + NEW_NAME.length,
  };
}

function behind(start: number, end: number, text: string): TextInsertion {
  return { start, end, text, selectionStart: start + text.length, selectionEnd: start + text.length };
}

/** Whether a text with this beginning ends inside a JSON string. */
function isInText(before: string): boolean {
  return (before.replace(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 1;
}
