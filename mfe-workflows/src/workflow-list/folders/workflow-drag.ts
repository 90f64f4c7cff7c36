import type { DragEvent } from 'react';

/** Only items dragged from this list have this type; other tabs and texts don't. */
const DRAG_TYPE = 'application/x-portage-workflow';

export function startDrag(event: DragEvent, workflowId: string): void {
  event.dataTransfer.setData(DRAG_TYPE, workflowId);
  event.dataTransfer.effectAllowed = 'move';
}

export function isWorkflowDrag(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(DRAG_TYPE);
}

export function draggedWorkflowId(event: DragEvent): string {
  return event.dataTransfer.getData(DRAG_TYPE);
}
