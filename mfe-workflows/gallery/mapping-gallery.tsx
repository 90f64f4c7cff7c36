import { type DescribedField, type FieldMapping, Mapper, mappingFields } from '@portage/mapping-editor';
import { type History, record, startHistory, undo } from '@portage/primitives/history';
import { Button, Inline, Page, Stack } from '@portage/ui';
import { useReducer } from 'react';

const field = (
  path: string,
  title: string,
  type: DescribedField['type'] = 'String',
  more: Partial<DescribedField> = {},
): DescribedField => ({
  path,
  title,
  type,
  isRequired: false,
  ...more,
});

const namedSources = [
  field('Id', 'Id'),
  field('Name', 'Name'),
  field('ProductCode', 'Product code'),
  field('Description', 'Description'),
  field('UnitPrice', 'Unit price', 'Number'),
  field('IsActive', 'Is active', 'Boolean'),
  field('LastModifiedDate', 'Last modified date', 'DateTime'),
  field('Address.City', 'Address › City'),
  field('Address.Street', 'Address › Street'),
  field('Lines[]', 'Lines', 'Array'),
  field('Lines[].Sku', 'Lines › Sku'),
  field('Lines[].Price', 'Lines › Price', 'Number'),
];
const namedTargets = [
  field('body.product.title', 'Product › Title', 'String', { isRequired: true, description: 'What customers read.' }),
  field('body.product.description', 'Product › Description'),
  field('body.product.status', 'Product › Status', 'String', {
    choices: [
      { value: 'ACTIVE', label: 'Active' },
      { value: 'DRAFT', label: 'Draft' },
    ],
  }),
  field('body.product.vendor', 'Product › Vendor', 'String', { isRequired: true }),
  field('body.product.weight', 'Product › Weight', 'Number'),
  field('body.product.city', 'Product › City'),
  field('body.lines[]', 'Lines', 'Array'),
  field('body.lines[].sku', 'Lines › Sku', 'String', { isRequired: true }),
  field('body.lines[].price', 'Lines › Price', 'Number'),
];
const firstRecord = {
  Id: '01t000001',
  Name: 'Green tea, 250 g',
  ProductCode: 'TEA-250',
  UnitPrice: 12.5,
  IsActive: true,
  LastModifiedDate: '2026-11-20T10:15:00Z',
  Address: { City: 'Oslo', Street: 'Karl Johans gate 1' },
  Lines: [
    { Sku: 'A-1', Price: 3 },
    { Sku: 'A-2', Price: 4 },
  ],
};
const firstMappings: FieldMapping[] = [
  { toParameterPath: 'body.product.title', fromParameterExpression: '$Item.Name' },
  { toParameterPath: 'body.product.description', fromParameterExpression: '${Item.Name}, ${Item.Address.City}' },
  { toParameterPath: 'body.product.weight', fromParameterExpression: '$Item.ProductCode' },
  { toParameterPath: 'body.product.status', fromParameterExpression: 'ACTIVE' },
];

/** Fields for one side, with many different names. */
function many(count: number, prefix: string): DescribedField[] {
  return Array.from({ length: count }, (_, at) => field(`${prefix}group${at % 20}.field${at}`, `Group ${at % 20} › Field ${at}`));
}

type Step = { mappings: FieldMapping[]; key: string | null } | 'undo';
function reduce(history: History<FieldMapping[]>, step: Step): History<FieldMapping[]> {
  return step === 'undo' ? undo(history) : record(history, step.mappings, step.key);
}

/** ?mapping, ?mapping=400 (fields per side, half of them mapped). */
export function MappingGallery({ count, isReadOnly }: { count: number; isReadOnly: boolean }) {
  const sources = mappingFields(count > 0 ? many(count, '') : namedSources);
  const targets = mappingFields(count > 0 ? many(count, 'body.') : namedTargets);
  return <Editing {...{ sources, targets, isReadOnly }} record={count > 0 ? undefined : firstRecord} isLarge={count > 0} />;
}

interface EditingProps {
  sources: ReturnType<typeof mappingFields>;
  targets: ReturnType<typeof mappingFields>;
  record: unknown;
  isLarge: boolean;
  isReadOnly: boolean;
}

function Editing({ sources, targets, record: first, isLarge, isReadOnly }: EditingProps) {
  const [history, dispatch] = useReducer(reduce, null, () =>
    startHistory(
      isLarge
        ? sources.slice(0, sources.length / 2).map(({ path }, at) => ({
            toParameterPath: targets[(at * 7) % targets.length]?.path ?? '',
            fromParameterExpression: `$Item.${path}`,
          }))
        : firstMappings,
    ),
  );
  return (
    <main>
      <Page>
        <h1>Mapping</h1>
        <Stack>
          <Mapper
            sourceName="Salesforce Products"
            targetName="Shopify Products"
            stepId="integration"
            sources={sources}
            targets={targets}
            mappings={history.present}
            onChange={(mappings, key) => dispatch({ mappings, key })}
            record={first}
            isReadOnly={isReadOnly}
          />
          <Inline>
            <Button onPress={() => dispatch('undo')}>Undo</Button>
          </Inline>
          <pre data-mappings hidden>
            {JSON.stringify(history.present)}
          </pre>
        </Stack>
      </Page>
    </main>
  );
}
