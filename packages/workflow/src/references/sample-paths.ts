import { forbiddenNames } from '@portage/primitives/forbidden-names';
import type { PathKey } from './written-reference.ts';

export interface SampleMember {
  key: PathKey;
  value: unknown;
}

/** The members of an object, or items of a list, that a path can continue with; none for other values. @param limit the most returned */
export function listMembers(value: unknown, limit = Number.POSITIVE_INFINITY): SampleMember[] {
  if (Array.isArray(value)) return value.slice(0, limit).map((item: unknown, index) => ({ key: index, value: item }));
  if (typeof value !== 'object' || value === null) return [];
  const members: SampleMember[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (members.length >= limit) break;
    if (!forbiddenNames.includes(key)) members.push({ key, value: member });
  }
  return members;
}

/** The number of members, including those that listMembers leaves out. */
export function memberCount(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

export interface FoundPath {
  keys: PathKey[];
  value: unknown;
}

const SEARCHED_MEMBERS = 20_000;
/** Items of a list that are searched: they are alike. */
const SEARCHED_ITEMS = 3;

/** Paths in a value whose last key has the words, shortest first. @param budget members to search; the rest is for the next search */
export function searchPaths(value: unknown, words: string, limit: number, budget = { members: SEARCHED_MEMBERS }): FoundPath[] {
  const wanted = words.trim().toLowerCase();
  const found: FoundPath[] = [];
  let level: FoundPath[] = [{ keys: [], value }];
  while (level.length > 0 && found.length < limit && budget.members > 0) {
    const next: FoundPath[] = [];
    for (const path of level) {
      for (const member of listMembers(path.value, Array.isArray(path.value) ? SEARCHED_ITEMS : budget.members)) {
        budget.members -= 1;
        const inside = { keys: [...path.keys, member.key], value: member.value };
        if (typeof member.key === 'string' && member.key.toLowerCase().includes(wanted)) found.push(inside);
        next.push(inside);
      }
      if (budget.members <= 0) break;
    }
    level = next;
  }
  return found.slice(0, limit);
}
