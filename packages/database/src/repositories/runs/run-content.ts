import type { IdentifyingValue, OwnerId } from '@portage/contracts';
import { searchWords, spellings } from '@portage/primitives/search-words';
import { and, eq, like, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { runTags } from '../../schema/run-tags.ts';
import { escapeLike } from '../rows/text-search.ts';

/** What a run carried, as `searchWords` splits it. Steps may have made its results, so they're told apart from what came in. */
export interface RunContent {
  trigger: string[];
  /** Words of tags and of the response that the trigger doesn't have. */
  results: string[];
  identity: IdentifyingValue | null;
}

/** A shorter word has to be written in full: too many begin with it. */
const SHORTEST_PREFIX = 3;
/** Matches read for any search. If there are more, the newest runs are searched one by one, too. */
const MOST_MATCHES = 1_000;
const NEWEST_RUNS = 2_000;
/** A word in half of so many of the newest runs is looked for only among the newest: its list in the index is too long. */
const SAMPLE = 100;
const MARKS = { trigger: 't', results: 'r' } as const;

/** Makes the words of one owner neighbours in the index. Two owners may share it, so a search also names the owner. */
function ownerKey(ownerUserId: OwnerId): string {
  return ownerUserId.slice(-6);
}

/** A run's words as its row has them. */
export function indexedWords(ownerUserId: OwnerId, content: Pick<RunContent, keyof typeof MARKS>): string[] {
  const key = ownerKey(ownerUserId);
  return [...content.trigger.map((word) => key + MARKS.trigger + word), ...content.results.map((word) => key + MARKS.results + word)];
}

/** Splits what a person is looking for: all words have to be found, the last by its beginning unless the text is in quotation marks. */
export function parseSearch(text: string): { value: string; isExact: boolean } {
  const [, quoted] = /^"(.+)"$/.exec(text) ?? [];
  return { value: quoted ?? text, isExact: quoted !== undefined };
}

/** @returns null if the text has no word. */
function matchesWords(ownerUserId: OwnerId, text: string, sources: readonly (keyof typeof MARKS)[]): SQL | null {
  const { value, isExact } = parseSearch(text);
  const words = searchWords(value);
  if (words.length === 0) return null;
  const key = ownerKey(ownerUserId);
  const query = words.map((word, at) => {
    const ending = !isExact && at === words.length - 1 && word.length >= SHORTEST_PREFIX ? ':*' : '';
    // An amount without its zeros is whole: 1234.50 isn't the beginning of 1234.56.
    const isWhole = (written: string) => written !== word && word.startsWith(written);
    const lexemes = sources.flatMap((source) =>
      spellings(word).map((written) => `'${key}${MARKS[source]}${written}'${isWhole(written) ? '' : ending}`),
    );
    return `(${lexemes.join(' | ')})`;
  });
  return sql`content @@ ${query.join(' & ')}::tsquery`;
}

/**
 * The ids of an owner's runs that carried a text: those whose tag begins with it, and those with its words. However many there are, it
 * reads a bounded number of rows: beyond 1,000 matches, only the newest runs are found for certain.
 */
export function runsThatCarried(ownerUserId: OwnerId, text: string): SQL {
  const { value, isExact } = parseSearch(text);
  const tagged = sql`select ${runTags.runId} from ${runTags} where ${and(
    eq(runTags.ownerUserId, ownerUserId),
    isExact ? eq(runTags.value, value) : like(runTags.value, `${escapeLike(value)}%`),
  )} limit ${MOST_MATCHES}`;
  const matches = matchesWords(ownerUserId, text, ['trigger', 'results']);
  if (!matches) return sql`(${tagged})`;
  const newestOf = (limit: number) => sql`(select id, content from workflow_instances where owner_user_id = ${ownerUserId}
    order by created_at desc, id desc limit ${limit}) newest`;
  // Without a limit in `matching`, PostgreSQL plans for all of its rows and always uses the index on words.
  return sql`(
    with common as materialized (select count(*) filter (where ${matches}) >= ${SAMPLE / 2} as is_common from ${newestOf(SAMPLE)}),
    matching as materialized (select id from workflow_instances where ${matches} and not (select is_common from common)),
    hits as materialized (select id from matching limit ${MOST_MATCHES})
    (${tagged})
    union all select id from hits
    union all select id from ${newestOf(NEWEST_RUNS)}
      where ${matches} and ((select is_common from common) or (select count(*) from hits) = ${MOST_MATCHES}))`;
}

/** What identifies a found run: without an identity, the word of its trigger that was looked for. */
export function identityOfFound(ownerUserId: OwnerId, text: string): SQL<IdentifyingValue | null> {
  const marked = searchWords(parseSearch(text).value).flatMap((word) =>
    spellings(word).map((written) => `${escapeLike(ownerKey(ownerUserId) + MARKS.trigger + written)}%`),
  );
  const isFound = sql.join([sql`false`, ...marked.map((pattern) => sql`lexeme like ${pattern}`)], sql` or `);
  const word = sql`substr(lexeme, ${ownerKey(ownerUserId).length + 2}::int)`;
  return sql`coalesce("workflow_instances"."identity", (select jsonb_build_object('path', 'payload', 'value', ${word})
    from unnest("workflow_instances"."content") where ${isFound} order by lexeme limit 1))`;
}

/** Whether a run's trigger contains the words of a text. */
export function wasStartedWith(ownerUserId: OwnerId, text: string): SQL {
  return matchesWords(ownerUserId, text, ['trigger']) ?? sql`false`;
}

const BATCH = 5_000;
/** The next sweep, or the retention of a deleted account's runs, does the rest. */
const MOST_BATCHES = 40;

/** Empties what ended runs carried, once their steps' data is past its retention. */
export async function forgetOldContent(db: HttpDatabase, now: Date, keptMs: number): Promise<void> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  await forgetContent(
    db,
    sql`status in ('Succeeded', 'Failed', 'Cancelled') and last_updated_at < ${before}::timestamptz order by last_updated_at`,
  );
}

/** Empties what the runs of a deleted account carried. */
export async function forgetContentOfOwner(db: HttpDatabase, ownerUserId: OwnerId): Promise<void> {
  await forgetContent(db, sql`owner_user_id = ${ownerUserId}`);
}

async function forgetContent(db: HttpDatabase, condition: SQL): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { rowCount } = await db.execute(sql`
      update workflow_instances set content = null, identity = null
      where id in (select id from workflow_instances where content is not null and ${condition} limit ${BATCH})`);
    if ((rowCount ?? 0) < BATCH) return;
  }
}
