/** Why a database address is unfit for a migration, in one sentence; null: it is fine. Never repeats the address. */
export function databaseUrlProblem(text: string): string | null {
  if (!text) return 'Say which database: npm run migrate -- --url postgres://… (or DATABASE_URL).';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return 'The address must look like postgres://user:password@host/database.';
  if (/-pooler\./.test(url.hostname)) {
    return 'This is the address of Neon’s pooler, which cannot keep a lock for a session: take the direct one (the same without "-pooler").';
  }
  return null;
}
