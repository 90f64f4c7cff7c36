import { collectDescendantNames, findReaders, type WorkflowStep } from '@portage/workflow';

/** The question before steps are deleted (spec EDIT-58), with the steps that go too and the steps that read from them. @param tops outermost ones */
export function DeletionMessage({ steps, tops }: { steps: readonly WorkflowStep[]; tops: readonly string[] }) {
  const deleted = new Set(tops.flatMap((name) => [name, ...collectDescendantNames(steps, name)]));
  const inside = deleted.size - tops.length;
  const readers = findReaders(steps, deleted);
  const parent = tops.length === 1 ? 'it' : 'them';
  return (
    <>
      <p>{tops.length === 1 ? 'Are you sure to delete this step?' : `Are you sure to delete these ${tops.length} steps?`}</p>
      {inside > 0 ? (
        <p>{inside === 1 ? `The step inside ${parent} is deleted too.` : `The ${inside} steps inside ${parent} are deleted too.`}</p>
      ) : null}
      {readers.length > 0 ? <p>{readersSentence(readers, tops.length === 1 ? 'its' : 'their')}</p> : null}
    </>
  );
}

/** Names at most three steps: hundreds may read from a trigger. */
function readersSentence(readers: readonly string[], whose: string): string {
  const named = readers.slice(0, 3).map((name) => `“${name}”`);
  const rest = readers.length - named.length;
  const list = [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return `${list} ${readers.length === 1 ? 'uses' : 'use'} ${whose} data and will need to be changed.`;
}
