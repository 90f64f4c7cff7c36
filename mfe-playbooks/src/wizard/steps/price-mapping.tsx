import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline, Muted, Problem, Select, Span, Spinner, Stack, size, space, Text } from '@portage/ui';
import styled from 'styled-components';
import type { Playbook, Template } from '../../playbooks/api-types.ts';
import type { StepAnswers } from '../step-answers.ts';
import { priceProblems, type StepProblems } from '../step-problems.ts';
import { useLookup } from './use-lookup.ts';

const Rows = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(2)} ${space(4)};
  max-width: ${size.form};
`;

interface Named {
  value: string;
  label: string;
}

export interface PriceLists {
  levels: readonly Named[] | undefined;
  books: readonly Named[];
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  problemsOf: (mapping: StepAnswers['priceMapping']) => StepProblems;
}

/** Price levels and price books of the chosen connectors (spec CPB-22); loaded only if the template maps prices. */
export function usePriceLists({ id: playbookId }: Playbook, template: Template, stepId: string): PriceLists {
  const isMapped = Boolean(template.setup?.priceMapping);
  const levels = useLookup({ playbookId, stepId, fieldName: 'priceLevels' }, '', isMapped);
  const books = useLookup({ playbookId, stepId, fieldName: 'priceBooks' }, '', isMapped);
  const areRead = levels.data !== undefined && books.data !== undefined;
  return {
    levels: areRead ? levels.data : undefined,
    books: books.data ?? [],
    error: levels.error ?? books.error,
    isFetching: levels.isFetching || books.isFetching,
    refetch: () => Promise.all([levels.refetch(), books.refetch()]),
    // Only lists that have loaded are checked here; saving the step checks everything.
    problemsOf: (mapping) =>
      areRead
        ? priceProblems(
            mapping,
            levels.data.map(({ value }) => value),
            books.data.map(({ value }) => value),
          )
        : {},
  };
}

interface PriceMappingProps {
  lists: PriceLists;
  /** Price book ids by price level id. */
  mapping: Readonly<Record<string, string | null>>;
  onChange: (mapping: Record<string, string | null>) => void;
  errorMessage: string | undefined;
}

/** Each price level of one system gets a price book of the other; a price book is used once (spec CPB-18..20). */
export function PriceMapping({ lists, mapping, onChange, errorMessage }: PriceMappingProps) {
  const { levels, books, error } = lists;
  const bookOf = (levelId: string) => mapping[levelId] ?? null;
  return (
    <Stack $gap={3} role="group" aria-label="Price mapping">
      <div>
        <Text as="h3" $size="base">
          Price mapping
        </Text>
        <Muted as="p" $above={1}>
          Choose the price book for each price level’s prices. A price book can be used once.
        </Muted>
      </div>
      {error ? (
        <Banner
          tone="danger"
          title="The price lists could not be read"
          action={
            <Button size="dense" isPending={lists.isFetching} onPress={() => lists.refetch()}>
              Retry
            </Button>
          }
        >
          {getErrorMessage(error)}
        </Banner>
      ) : !levels ? (
        <Inline role="status">
          <Spinner /> Reading price levels and price books…
        </Inline>
      ) : (
        <Rows>
          {levels.map((level) => {
            const others = new Set(levels.filter(({ value }) => value !== level.value).map(({ value }) => bookOf(value)));
            return (
              <PriceRow
                key={level.value}
                level={level}
                books={books.filter(({ value }) => !others.has(value))}
                value={bookOf(level.value)}
                onChange={(book) => onChange({ ...mapping, [level.value]: book })}
                isInvalid={errorMessage !== undefined && bookOf(level.value) === null}
              />
            );
          })}
        </Rows>
      )}
      {errorMessage ? (
        <Problem $size="small" role="alert">
          {errorMessage}
        </Problem>
      ) : null}
    </Stack>
  );
}

interface PriceRowProps {
  level: Named;
  books: readonly Named[];
  value: string | null;
  onChange: (book: string | null) => void;
  isInvalid: boolean;
}

function PriceRow({ level, books, value, onChange, isInvalid }: PriceRowProps) {
  return (
    <>
      <Span $breaks>{level.label}</Span>
      <Muted aria-hidden>→</Muted>
      <div data-problem={isInvalid || undefined}>
        <Select
          label={`Price book of ${level.label}`}
          isLabelHidden
          value={value ?? ''}
          onChange={(book) => onChange(book === '' ? null : book)}
          options={[{ value: '', label: 'Not mapped' }, ...books]}
        />
      </div>
    </>
  );
}
