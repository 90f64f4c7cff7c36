import { previewValue, useSampleScope } from '@portage/mapping-editor/value-field';
import { briefValue, color, EmptyState, font, PlainList, radius, SearchField, Span, Stack, size, space } from '@portage/ui';
import { type ExpressionScope, findFormulas, formulaGroups, type NamedFormula, wrapInFormula } from '@portage/workflow';
import { memo, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { NothingFound } from './nothing-found.ts';
import type { TabProps } from './tabs-content.tsx';

const RESULT_LENGTH = 120;

const Heading = styled.h3`
  margin-top: ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  letter-spacing: 0.02em;
`;
const FormulaButton = styled.button`
  display: grid;
  gap: ${space(0.5)};
  width: 100%;
  min-height: ${size.control};
  padding: ${space(1.5)} ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  font-size: ${font.size.small};
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  > span:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 ${space(3)};
    font-size: ${font.size.base};
  }
  code {
    color: ${color.muted};
    overflow-wrap: anywhere;
  }
`;

/** Formulas by group, with a filter; each is inserted with its parameters (spec EXPR-08..10). */
export function FormulaTab({ target }: TabProps) {
  const [words, setWords] = useState('');
  const argument = useSyncExternalStore(onSelection, () => target.readArgument?.() ?? null);
  // The results are computed after the list is shown, because a sample may be large.
  const shownArgument = useDeferredValue(argument, null);
  const scope = useSampleScope(target.stepId, argument === null ? '' : `\${${argument}}`);
  if (target.language === 'script')
    return <EmptyState title="No formulas in scripts">A script is JavaScript: use its own functions.</EmptyState>;
  const found = findFormulas(words);
  return (
    <Stack $gap={3}>
      <SearchField label="Filter formulas" isLabelHidden placeholder="Filter formulas" value={words} onChange={setWords} />
      {found.length === 0 && <NothingFound role="status">No formulas match “{words.trim()}”.</NothingFound>}
      {formulaGroups
        .filter((group) => found.some((formula) => formula.group === group))
        .map((group) => (
          <section key={group} aria-label={group}>
            <Heading>{group}</Heading>
            <PlainList $gap={0.5}>
              {found
                .filter((formula) => formula.group === group)
                .map((formula) => (
                  <li key={formula.name}>
                    <FormulaButton type="button" onClick={() => target.insertFormula(formula.name)}>
                      <FormulaWords formula={formula} argument={shownArgument} scope={scope} />
                    </FormulaButton>
                  </li>
                ))}
            </PlainList>
          </section>
        ))}
    </Stack>
  );
}

interface FormulaWordsProps {
  formula: NamedFormula;
  argument: string | null;
  scope: ExpressionScope;
}

const FormulaWords = memo(function FormulaWords({ formula, argument, scope }: FormulaWordsProps) {
  const { name, label, signature, description, example } = formula;
  const sample = useMemo(
    () => (argument === null ? null : previewValue(wrapInFormula(name, argument), 'expression', scope)),
    [name, argument, scope],
  );
  return (
    <>
      <span>
        {label} <code>{signature}</code>
      </span>
      <span>{description}</span>
      <Span $color="muted" $size="tiny">
        Example: <code>{example.expression}</code> → <code>{example.result}</code>
      </Span>
      {sample?.state === 'value' ? (
        <Span $color="muted" $size="tiny">
          Here: <code>{briefValue(sample.value, RESULT_LENGTH)}</code>
        </Span>
      ) : null}
    </>
  );
});

function onSelection(listener: () => void): () => void {
  document.addEventListener('selectionchange', listener);
  return () => document.removeEventListener('selectionchange', listener);
}
