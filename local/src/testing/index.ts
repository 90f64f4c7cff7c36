export * from './apps-server.ts';
export { type AssistantAsk, type AssistantReply, startTestAssistantServer, type TestAssistantServer } from './assistant-server.ts';
export * from './authorization-server.ts';
export * from './started-portage.ts';
export * from './stripe-server.ts';
export * from './test-database.ts';
