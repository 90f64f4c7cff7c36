/** The part that loads without React Aria: for the shell and the sign-in pages. */

export { ApprovalQuestion, type ShownApproval } from './approvals/approval-question.tsx';
export { announceConnector, isConnectorPopup } from './host/connector-created.ts';
export * from './host/host.ts';
export * from './host/session-user.ts';
export { StoredInputNotice } from './kept-input/kept-input-notice.tsx';
export { forgetAllInput } from './kept-input/kept-input-store.ts';
export { useStoredInput } from './kept-input/use-kept-input.ts';
