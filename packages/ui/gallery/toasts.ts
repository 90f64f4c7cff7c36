import { createNotify, createToastQueue } from '../src/base/index.ts';

export const toasts = createToastQueue();
export const notify = createNotify(toasts);
