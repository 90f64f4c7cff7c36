import { EXTRA_ENTRY } from '@portage/connectors/schema';
import type { AvailableReferences, ExpressionScope } from '@portage/workflow';
import { type ReactNode, useMemo } from 'react';
import { type FieldMapping, getExpression } from '../fields/field-mappings.ts';
import type { MappingField } from '../fields/mapping-field.ts';
import { entryWithFields, firstEntry, recordWithFields } from '../fields/record-values.ts';
import { ActionsContext, useValues, ValuesContext } from '../value-field/values-context.ts';

const PLACE = 'mapping of ';

/** The step name for expression fields: the target list that contains the field determines what `$Entry` is. */
export function getFieldStepId({ list }: Pick<MappingField, 'list'>): string {
  return PLACE + (list ?? '');
}

export interface MappingValuesProps {
  /** The step that contains the mapping. Its position decides what expressions can refer to besides the record. */
  stepId: string;
  sources: readonly MappingField[];
  mappings: readonly FieldMapping[];
  /** The first record of the source; undefined if none was read yet. */
  record: unknown;
  children: ReactNode;
}

/** The scope of a mapping's expressions, with the first record. */
export function useMappingScope(stepId: string, record: unknown): ExpressionScope {
  const { scopeOf } = useValues();
  const outer = scopeOf(stepId);
  return useMemo(() => ({ ...outer, item: record }), [outer, record]);
}

/** Provides `$Item`, and `$Entry` in lists, to the expression fields below: their completions and previews. */
export function MappingValues({ stepId, sources, mappings, record, children }: MappingValuesProps) {
  const outer = useValues();
  const scope = useMappingScope(stepId, record);
  const values = useMemo(() => {
    const around = outer.availableOf(stepId);
    const ofRecord: AvailableReferences = { ...around, records: ['Item'] };
    const ofEntry: AvailableReferences = { ...around, records: ['Entry', 'Item'] };
    const item = recordWithFields(sources, record);
    const scopeIn = (list: string): ExpressionScope => {
      if (list === '') return { ...scope, item };
      const expression = getExpression(mappings, list);
      if (list.endsWith(EXTRA_ENTRY)) return { ...scope, item, entry: firstEntry(expression, scope, list) };
      return { ...scope, item, entry: entryWithFields(sources, findSourceList(expression, sources), firstEntry(expression, scope)) };
    };
    const scopes = new Map<string, ExpressionScope>();
    return {
      ...outer,
      availableOf: (id: string) => (id.startsWith(PLACE) ? (id === PLACE ? ofRecord : ofEntry) : outer.availableOf(id)),
      scopeOf: (id: string) => {
        if (!id.startsWith(PLACE)) return outer.scopeOf(id);
        const known = scopes.get(id) ?? scopeIn(id.slice(PLACE.length));
        scopes.set(id, known);
        return known;
      },
    };
  }, [outer, stepId, sources, mappings, record, scope]);
  return (
    <ValuesContext value={values}>
      {/* The value selector knows only steps; fields of the source are chosen next to the expression. */}
      <ActionsContext value={null}>{children}</ActionsContext>
    </ValuesContext>
  );
}

/** The path of the source's list that an expression returns; empty if it returns none of them. */
function findSourceList(expression: string, sources: readonly MappingField[]): string {
  const name = expression.trim().replace(/^\$Item\.?/, '');
  return sources.find(({ path }) => path === `${name}[]`)?.path ?? '';
}
