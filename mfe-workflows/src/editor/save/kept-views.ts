import { keep, readStoredJson } from '@portage/area-kit/kept';
import type { CanvasView } from './saver.ts';

const KEY = 'portage:views';
/** Only this many workflows' views are stored; the least recently used are removed first. */
const KEPT_COUNT = 100;
/** Cards aren't readable below this zoom: such a view was an overview on another screen. */
const READABLE_ZOOM = 0.5;

/** The last position of a workflow's canvas on this device; null if it was never moved here. */
export function readStoredView(storage: Storage, workflowId: string): CanvasView | null {
  return readViews(storage).find(([id]) => id === workflowId)?.[1] ?? null;
}

/** Stores the position of a workflow's canvas, if the browser has space. */
export function keepView(storage: Storage, workflowId: string, view: CanvasView): void {
  const others = readViews(storage).filter(([id]) => id !== workflowId);
  keep(storage, KEY, [[workflowId, view], ...others].slice(0, KEPT_COUNT));
}

/** Where the canvas starts: as this device left it. @param saved from any device (spec EDIT-43), used only if cards are readable there */
export function viewToBeginWith(kept: CanvasView | null, saved: CanvasView | null | undefined): CanvasView | null {
  if (kept) return kept;
  return saved && saved.zoom >= READABLE_ZOOM ? saved : null;
}

function readViews(storage: Storage): [string, CanvasView][] {
  const read = readStoredJson(storage, KEY);
  return Array.isArray(read) ? read.filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is [string, CanvasView] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const view: Partial<CanvasView> | null | undefined = entry[1];
  return [view?.offset?.x, view?.offset?.y, view?.zoom].every(Number.isFinite);
}
