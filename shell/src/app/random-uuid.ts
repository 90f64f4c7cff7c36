/**
 * Browsers offer `crypto.randomUUID` to pages on HTTPS and localhost only. Portage also runs under names without HTTPS (`PORTAGE_HOSTS`),
 * and the areas create the ids of new steps with it.
 */
crypto.randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map(withVersion4);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<typeof crypto.randomUUID>;
};

/** RFC 9562, 5.4. */
function withVersion4(byte: number, at: number): number {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
}

export {};
