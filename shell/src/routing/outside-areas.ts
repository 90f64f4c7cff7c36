import { createStore } from '@portage/primitives/store';
import { isWithin } from '@portage/registry';

export interface OutsideArea {
  name: string;
  label: string;
}

/** Areas that aren't in this repository, as the published registry says; null until it was read. */
export const outsideAreas = createStore<readonly OutsideArea[] | null>(null);

/** The area of another repository that serves a path; null: none, as far as is known. */
export function findOutsideArea(path: string): string | null {
  return outsideAreas.get()?.find(({ name }) => isWithin(path, `/${name}`))?.name ?? null;
}
