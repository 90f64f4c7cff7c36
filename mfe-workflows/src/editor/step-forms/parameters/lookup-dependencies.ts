import { getDisplayName, listFields, mappedValue, type SchemaNode } from '@portage/connectors/schema';
import { literalValue } from './literal-text.ts';
import { useMapping } from './mapping-context.tsx';

interface Dependencies {
  /** By path: values of the fields that the choices depend on. */
  lookupParameters: Record<string, string>;
  /** A hint that names what has to be filled in first; null if nothing is missing. */
  waitsFor: string | null;
}

/** The other fields that a field's choices depend on (spec STEP-44). Only typed or chosen values can be used in the query. */
export function useDependencies(node: SchemaNode): Dependencies {
  const { mappings, root } = useMapping();
  const paths = node.lookupSettings?.dependencies ?? [];
  const fields = paths.length === 0 ? [] : listFields(root);
  const values = paths.map((path) => {
    const value = literalValue(mappedValue(mappings, path));
    return { path, value: value === '' ? getDefaultValue(fields.find((field) => field.path === path)?.node) : value };
  });
  const missing = values.filter(({ value }) => value === '').map(({ path }) => path);
  const referring = values.filter(({ value }) => value === null).map(({ path }) => path);
  const waitsFor =
    missing.length > 0
      ? `Fill in ${formatLabels(root, missing)} first.`
      : referring.length > 0
        ? `${formatLabels(root, referring)} comes from another step, so the choices are not known yet: press fx and use an expression.`
        : null;
  return { lookupParameters: Object.fromEntries(values.map(({ path, value }) => [path, value ?? ''])), waitsFor };
}

/** The schema's default, which applies if nothing is filled in. */
function getDefaultValue(node: SchemaNode | undefined): string {
  const value = node?.default ?? (node?.enum?.length === 1 ? node.enum[0]?.value : undefined);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function formatLabels(root: SchemaNode, paths: readonly string[]): string {
  const fields = listFields(root);
  return paths
    .map((path) => {
      const node = fields.find((field) => field.path === path)?.node;
      return node ? getDisplayName(node) : path;
    })
    .join(', ');
}
