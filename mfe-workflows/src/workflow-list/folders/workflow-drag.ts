import type { DragEvent } from 'react';

/** Only what is dragged from this list has this type; other tabs and texts have others. */
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
