import { COLLECTION_STYLE, dump, EVENT_ID, getScalarValue, parseEvents } from 'js-yaml';
import { type DocumentEdit, nested } from './document-edit.ts';

/** A member of a block-style mapping, with its offsets. */
interface Member {
  name: string;
  /** Where its name begins. */
  start: number;
  /** Where the next member begins, or whatever follows the mapping. */
  next: number;
}

/**
 * Makes one change in the text of a YAML document, in whole lines, so that comments and formatting elsewhere stay.
 *
 * @returns null if that can't be done by lines: in flow style (`{ a: 1 }`), or if anchors are involved.
 */
export function editYamlText(text: string, { path, value }: DocumentEdit): string | null {
  const mappings = mappingsAlong(text, path);
  const depth = mappings.length;
  const members = mappings.at(-1);
  if (!members) return null;
  const [name = '', rest] = [path[depth - 1], path.slice(depth)];
  const found = members.find((member) => member.name === name);
  // The path leads into a part that isn't in block style.
  if (found && rest.length > 0) return null;
  if (!found && value === undefined) return text;
  return editMember(text, members, found, { name, value: value === undefined ? undefined : nested(rest, value) });
}

interface NewMember {
  name: string;
  value: unknown;
}

function editMember(text: string, members: readonly Member[], found: Member | undefined, { name, value }: NewMember): string | null {
  const model = found ?? members.at(-1);
  // Without its only member, the mapping would be empty text.
  if (!model || (found && value === undefined && members.length === 1)) return null;
  const lineStart = text.lastIndexOf('\n', model.start - 1) + 1;
  const [, indent, quote] = /^( *)(["']?)$/.exec(text.slice(lineStart, model.start)) ?? [];
  if (indent === undefined || quote === undefined) return null;
  const end = endOfLines(text, model);
  if (end === null) return null;
  if (!found) {
    const before = text.slice(0, end);
    return `${before}${before.endsWith('\n') ? '' : '\n'}${dumpLines(name, value, indent)}${text.slice(end)}`;
  }
  // Anchors that others use must neither disappear nor be duplicated.
  if (/(?:^|[\s[{,])&\S/.test(text.slice(lineStart, end))) return null;
  return text.slice(0, lineStart) + (value === undefined ? '' : dumpLines(name, value, indent)) + text.slice(end);
}

function dumpLines(name: string, value: unknown, indent: string): string {
  return dump({ [name]: value }, { lineWidth: -1, noRefs: true, skipInvalid: true }).replaceAll(/^(?=.)/gm, indent);
}

/** The end of a member's own lines. Comments and empty lines before the next member belong to the next. */
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
  expectsName: boolean;
  name: string;
  index: number;
  /** Only for a mapping on the path; null for any other. */
  members: Member[] | null;
}

/** The members of the mappings along a path, outermost first, as long as they are in block style. */
function mappingsAlong(text: string, path: readonly string[]): Member[][] {
  const levels: Level[] = [];
  const mappings: Member[][] = [];
  /** Finished mappings; their last member ends where the next token begins. */
  let over: Member[][] = [];
  const end = (members: Member[] | undefined, offset: number) => {
    const last = members?.at(-1);
    if (last) last.next = offset;
  };
  /** Called where a member's name, its value or an item begins. */
  const begin = (offset: number, name: () => string): void => {
    const level = levels.at(-1);
    if (level?.isMapping && !level.expectsName) {
      level.expectsName = true;
      return;
    }
    for (const members of over) end(members, offset);
    over = [];
    if (!level) return;
    if (!level.isMapping) {
      level.index += 1;
      return;
    }
    level.name = name();
    level.expectsName = false;
    if (!level.members) return;
    end(level.members, offset);
    level.members.push({ name: level.name, start: offset, next: text.length });
  };
  const open = (offset: number, isMapping: boolean, isBlock: boolean) => {
    const depth = levels.length;
    const isOnPath = depth < path.length && depth === mappings.length && levels.every((level, at) => getLevelName(level) === path[at]);
    begin(offset, () => '');
    const members = isMapping && isBlock && isOnPath ? [] : null;
    if (members) mappings.push(members);
    levels.push({ isMapping, expectsName: isMapping, name: '', index: -1, members });
  };
  for (const event of parseEvents(text, { maxDepth: 1_000 })) {
    switch (event.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        open(event.start, event.type === EVENT_ID.MAPPING, event.style === COLLECTION_STYLE.BLOCK);
        break;
      case EVENT_ID.SCALAR:
        begin(Math.max(0, event.valueStart), () => getScalarValue(text, event));
        break;
      case EVENT_ID.ALIAS:
        begin(event.anchorStart, () => '');
        break;
      case EVENT_ID.POP: {
        const { members = null } = levels.pop() ?? {};
        if (members) over.push(members);
        break;
      }
      default:
        break;
    }
  }
  return mappings;
}

function getLevelName({ isMapping, name, index }: Level): string {
  return isMapping ? name : String(index);
}
