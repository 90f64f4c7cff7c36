/** The part that loads without React Aria: for the shell and the sign-in pages. */

export { ApprovalQuestion, type ShownApproval } from './approvals/approval-question.tsx';
export { announceConnector, isConnectorPopup } from './host/connector-created.ts';
export * from './host/host.ts';
export * from './host/session-user.ts';
