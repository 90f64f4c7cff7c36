/** Names that would reach into JavaScript's object machinery. Refused as step names, data keys and path members. */
export const forbiddenNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];
