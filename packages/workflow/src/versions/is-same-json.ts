/** Whether two JSON values are equal, whatever the order of their keys; an absent key equals an undefined one. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSameJson((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]));
}
