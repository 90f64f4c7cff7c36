import { Select, Stack, TextField } from '@portage/ui';
import { useSchemaContext } from '../schema/schema-fields.tsx';
import { Line, Muted } from '../schema/schema-style.ts';

type Paging = Readonly<Record<string, unknown>>;

const STYLES = [
  { value: 'auto', label: 'Detected from parameter and field names' },
  { value: 'none', label: 'No pages' },
  { value: 'page', label: 'Page number' },
  { value: 'offset', label: 'Offset' },
  { value: 'cursor', label: 'Cursor' },
  { value: 'link', label: 'Link header' },
  { value: 'nextUrl', label: 'Address of the next page' },
];

/** The fields of each paging style (docs/openapi-documents.md). */
const FIELDS: Readonly<Record<string, readonly [name: string, label: string, placeholder: string][]>> = {
  page: [
    ['parameter', 'Parameter', 'query.page'],
    ['firstPage', 'First page', '1'],
  ],
  offset: [
    ['parameter', 'Parameter', 'query.offset'],
    ['firstOffset', 'First offset', '0'],
  ],
  cursor: [
    ['parameter', 'Parameter', 'query.after'],
    ['responsePath', 'Cursor in the response', 'paging.next.after'],
    ['fromLastItem', 'Or a member of the last item', 'id'],
    ['hasMorePath', 'Indicates more pages', 'has_more'],
  ],
  link: [],
  nextUrl: [['responsePath', 'Address in the response', 'next_page_url']],
};
const COMMON: readonly [name: string, label: string, placeholder: string][] = [
  ['itemsPath', 'Items in the response', 'data'],
  ['sizeParameter', 'Parameter of the size', 'query.limit'],
  ['maxSize', 'Largest size', '100'],
];
const NUMBERS = new Set(['firstPage', 'firstOffset', 'maxSize']);

export interface PagingFieldsProps {
  /** The value of `x-paging`. */
  value: unknown;
  onChange: (value: unknown) => void;
}

export function PagingFields({ value, onChange }: PagingFieldsProps) {
  const { isReadOnly } = useSchemaContext();
  const paging = typeof value === 'object' && value !== null ? (value as Paging) : null;
  const style = value === false ? 'none' : paging ? String(paging.style) : 'auto';
  const fields = [...(FIELDS[style] ?? []), ...COMMON];
  function choose(next: string): void {
    if (next === 'auto') onChange(undefined);
    else if (next === 'none') onChange(false);
    else
      onChange({
        itemsPath: '',
        ...paging,
        style: next,
        ...(next === 'page' ? { firstPage: 1 } : next === 'offset' ? { firstOffset: 0 } : {}),
      });
  }
  return (
    <Stack $gap={3}>
      <Line>
        <Select label="Paging" options={STYLES} value={style} isDisabled={isReadOnly} onChange={choose} />
      </Line>
      {paging ? (
        <>
          <Muted>
            Parameters are paths as in mappings: query.page, body.after. Items can be left empty if the response itself is the list.
          </Muted>
          <Line>
            {fields.map(([name, label, placeholder]) => (
              <TextField
                key={name}
                label={label}
                isCode
                placeholder={placeholder}
                isReadOnly={isReadOnly}
                value={paging[name] === undefined ? '' : String(paging[name])}
                onChange={(text) => onChange(withField(paging, name, text))}
              />
            ))}
          </Line>
        </>
      ) : null}
    </Stack>
  );
}

function withField(paging: Paging, name: string, text: string): Paging {
  const { [name]: _, ...others } = paging;
  if (text === '') return name === 'itemsPath' ? { ...others, itemsPath: '' } : others;
  const number = Number(text);
  return { ...others, [name]: NUMBERS.has(name) && Number.isFinite(number) ? number : text };
}
