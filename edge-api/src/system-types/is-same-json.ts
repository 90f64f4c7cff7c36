/** Whether two JSON values say the same, whatever the order of their members: PostgreSQL's jsonb has one of its own. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  if (names.length !== others.length) return false;
  return names.every(
    (name) => Object.hasOwn(right, name) && isSameJson((left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name]),
  );
}
