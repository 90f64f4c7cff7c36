import { useDeferredValue, useMemo, useState } from 'react';
import { type FieldMapping, fieldLinks, singleReference } from '../fields/field-mappings.ts';
import { fullTitle, type MappingField, matchesFilter } from '../fields/mapping-field.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';
import { missingFields, typeDoubts } from '../fields/mapping-problems.ts';
import { emptyWords } from './empty-choice.tsx';
import type { GivenWords } from './target-row.tsx';

export const shownTargets = ['All', 'Mapped', 'NotMapped', 'Missing'] as const;
export type ShownTargets = (typeof shownTargets)[number];

export interface MappingViewSettings {
  sources: readonly MappingField[];
  targets: readonly MappingField[];
  mappings: readonly FieldMapping[];
  flaws?: readonly MappingFlaw[] | undefined;
}

/** Facts derived from the mappings, independent of what is visible. */
export function useMappingFacts({ sources, targets, mappings, flaws }: MappingViewSettings) {
  return useMemo(() => {
    const links = fieldLinks(mappings, sources);
    const uses = new Map<string, number>();
    for (const { sourcePath } of links) uses.set(sourcePath, (uses.get(sourcePath) ?? 0) + 1);
    const missing = new Set(missingFields(targets, mappings).map(({ path }) => path));
    const doubts = typeDoubts(mappings, sources, targets);
    for (const { toParameterPath, message } of flaws ?? []) doubts.set(toParameterPath, message);
    const titleOf = new Map(sources.map((field) => [field.path, fullTitle(field)]));
    const given = new Map<string, GivenWords>();
    const plainSource = new Map<string, string>();
    const expressions = new Map<string, string>();
    const whenEmpty = new Map<string, string>();
    for (const mapping of mappings) {
      const { toParameterPath, fromParameterExpression } = mapping;
      const words = emptyWords(mapping);
      if (words !== null) whenEmpty.set(toParameterPath, words);
      expressions.set(toParameterPath, fromParameterExpression);
      if (fromParameterExpression.trim() === '') continue;
      const link = singleReference(fromParameterExpression) ? links.find(({ targetPath }) => targetPath === toParameterPath) : undefined;
      const title = link && titleOf.get(link.sourcePath);
      if (link && title !== undefined) plainSource.set(toParameterPath, link.sourcePath);
      given.set(toParameterPath, { text: title ?? fromParameterExpression, isFormula: title === undefined });
    }
    return { links, uses, missing, doubts, given, plainSource, expressions, whenEmpty };
  }, [sources, targets, mappings, flaws]);
}

export type MappingFacts = ReturnType<typeof useMappingFacts>;

/** The searches of both sides, and the fields that they find. Searching waits for a pause in typing. */
export function useMappingFilters({ sources, targets }: MappingViewSettings, { missing, expressions }: MappingFacts) {
  const [sourceFilter, setSourceFilter] = useState('');
  const [targetFilter, setTargetFilter] = useState('');
  const [show, setShow] = useState<ShownTargets>('All');
  const [sourceWords, targetWords] = [useDeferredValue(sourceFilter), useDeferredValue(targetFilter)];
  const shownSources = useMemo(() => sources.filter((field) => matchesFilter(field, sourceWords)), [sources, sourceWords]);
  const shown = useMemo(
    () => targets.filter((field) => matchesFilter(field, targetWords) && isShown(field.path, show, missing, expressions)),
    [targets, targetWords, show, missing, expressions],
  );
  return { sourceFilter, setSourceFilter, targetFilter, setTargetFilter, show, setShow, shownSources, shownTargets: shown };
}

function isShown(path: string, show: ShownTargets, missing: ReadonlySet<string>, expressions: ReadonlyMap<string, string>): boolean {
  switch (show) {
    case 'All':
      return true;
    case 'Mapped':
      return expressions.has(path);
    case 'NotMapped':
      return !expressions.has(path);
    case 'Missing':
      return missing.has(path);
    default:
      return show satisfies never;
  }
}
