import { COLLECTION_STYLE, dump, EVENT_ID, getScalarValue, parseEvents } from 'js-yaml';
import { type DocumentEdit, nested } from './document-edit.ts';

/** A member of a mapping in block style, by its place in the text. */
interface Member {
  name: string;
  /** Of its name. */
  start: number;
  /** Where the next member, or whatever comes after the mapping, begins. */
  next: number;
}

/**
 * Makes one change in the text of a YAML document, on whole lines, so that comments and the way everything else is
 * written stay.
 *
 * @returns null where that cannot be done by lines: in flow style (`{ a: 1 }`), or with anchors about.
 */
export function editYamlText(text: string, { path, value }: DocumentEdit): string | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const members = membersOf(text, path.slice(0, depth - 1));
    if (!members) continue;
    const [name = '', rest] = [path[depth - 1], path.slice(depth)];
    const found = members.find((member) => member.name === name);
    // What is asked for lies in something that is not written in lines.
    if (found && rest.length > 0) return null;
    if (!found && value === undefined) return text;
    return editMember(text, members, found, { name, value: value === undefined ? undefined : nested(rest, value) });
  }
  return null;
}

interface NewMember {
  name: string;
  value: unknown;
}

function editMember(text: string, members: readonly Member[], found: Member | undefined, { name, value }: NewMember): string | null {
  const model = found ?? members.at(-1);
  // Without its only member a mapping would be nothing at all.
  if (!model || (found && value === undefined && members.length === 1)) return null;
  const lineStart = text.lastIndexOf('\n', model.start - 1) + 1;
  const [, indent, quote] = /^( *)(["']?)$/.exec(text.slice(lineStart, model.start)) ?? [];
  if (indent === undefined || quote === undefined) return null;
  const end = endOfLines(text, model);
  if (end === null) return null;
  if (!found) {
    const before = text.slice(0, end);
    return `${before}${before.endsWith('\n') ? '' : '\n'}${linesOf(name, value, indent)}${text.slice(end)}`;
  }
  // What others refer to must not go away, nor come twice.
  if (/(?:^|[\s[{,])&\S/.test(text.slice(lineStart, end))) return null;
  return text.slice(0, lineStart) + (value === undefined ? '' : linesOf(name, value, indent)) + text.slice(end);
}

function linesOf(name: string, value: unknown, indent: string): string {
  return dump({ [name]: value }, { lineWidth: -1, noRefs: true, skipInvalid: true }).replaceAll(/^(?=.)/gm, indent);
}

/** The end of a member's own lines: comments and empty lines before the next one are the next one's. */
function endOfLines(text: string, { start, next }: Member): number | null {
  let end = next >= text.length ? text.length : text.lastIndexOf('\n', next - 1) + 1;
  while (end > start) {
    const lineStart = text.lastIndexOf('\n', end - 2) + 1;
    if (lineStart <= start) return end;
    const line = text.slice(lineStart, end).trim();
    if (line !== '' && !line.startsWith('#') && line !== '...' && line !== '---') return end;
    end = lineStart;
  }
  return null;
}

interface Level {
  isMapping: boolean;
  isBlock: boolean;
  expectsName: boolean;
  name: string;
  index: number;
  /** The mapping whose members are wanted. */
  isWanted: boolean;
}

/** The members of the mapping at a path; null where there is none that is written in lines. */
function membersOf(text: string, path: readonly string[]): Member[] | null {
  const levels: Level[] = [];
  let members: Member[] | null = null;
  const closeLast = (offset: number) => {
    const last = members?.at(-1);
    if (last && last.next === text.length && last.start !== offset) last.next = offset;
  };
  /** A name, the value that goes with it, or an item begins. */
  const begin = (offset: number, name: () => string): void => {
    const level = levels.at(-1);
    const isWithin = levels.some(({ isWanted }) => isWanted);
    if (level?.isMapping && !level.expectsName) {
      level.expectsName = true;
      return;
    }
    if (members && !isWithin) closeLast(offset);
    if (!level) return;
    if (!level.isMapping) {
      level.index += 1;
      return;
    }
    level.name = name();
    level.expectsName = false;
    if (!level.isWanted) return;
    closeLast(offset);
    members?.push({ name: level.name, start: offset, next: text.length });
  };
  const opens = (offset: number, isMapping: boolean, isBlock: boolean) => {
    const isOnPath = levels.length === path.length && levels.every((level, at) => level.isBlock && nameOf(level) === path[at]);
    begin(offset, () => '');
    const isWanted = members === null && isMapping && isBlock && isOnPath;
    if (isWanted) members = [];
    levels.push({ isMapping, isBlock, expectsName: isMapping, name: '', index: -1, isWanted });
  };
  for (const event of parseEvents(text, { maxDepth: 1_000 })) {
    switch (event.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        opens(event.start, event.type === EVENT_ID.MAPPING, event.style === COLLECTION_STYLE.BLOCK);
        break;
      case EVENT_ID.SCALAR:
        begin(Math.max(0, event.valueStart), () => getScalarValue(text, event));
        break;
      case EVENT_ID.ALIAS:
        begin(event.anchorStart, () => '');
        break;
      case EVENT_ID.POP:
        levels.pop();
        break;
      default:
        break;
    }
  }
  return members;
}

function nameOf({ isMapping, name, index }: Level): string {
  return isMapping ? name : String(index);
}
