import { EVENT_ID, getScalarValue, parseEvents } from 'js-yaml';
import type { VisitPosition } from './scan-json.ts';

interface Level {
  isList: boolean;
  name: string | number;
  /** For a mapping: whether the next value is a name. */
  expectsName: boolean;
}

/** Walks YAML with its offsets. Aliases are not followed: their target is visited where it is defined. */
export function scanYaml(text: string, visit: VisitPosition): void {
  const levels: Level[] = [];
  const path = () => levels.map(({ name }) => name);
  /** Called where a member's name, its value or an item begins. */
  const begin = (offset: number, name: () => string): void => {
    const level = levels.at(-1);
    if (!level) return;
    if (level.isList) {
      level.name = (level.name as number) + 1;
    } else if (level.expectsName) {
      level.name = name();
      level.expectsName = false;
    } else {
      level.expectsName = true;
      return;
    }
    visit(levels.length, offset, path);
  };
  for (const event of parseEvents(text, { maxDepth: 1_000 })) {
    switch (event.type) {
      case EVENT_ID.MAPPING:
        begin(event.start, () => '');
        levels.push({ isList: false, name: '', expectsName: true });
        break;
      case EVENT_ID.SEQUENCE:
        begin(event.start, () => '');
        levels.push({ isList: true, name: -1, expectsName: false });
        break;
      case EVENT_ID.SCALAR:
        begin(event.valueStart, () => getScalarValue(text, event));
        break;
      case EVENT_ID.ALIAS:
        begin(event.anchorStart, () => '');
        break;
      case EVENT_ID.POP:
        levels.pop();
        break;
      case EVENT_ID.DOCUMENT:
        break;
      default:
        event satisfies never;
    }
  }
}
