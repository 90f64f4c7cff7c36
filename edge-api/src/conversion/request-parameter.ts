import {
  choicesOf,
  enumOf,
  hasOption,
  itemsOf,
  propertiesOf,
  type RawSchema,
  type SchemaOption,
  schemaOptions,
  shownTypeOf,
} from '@portage/connectors/editing';

/** A parameter in the specification's form (spec CTYPE-24..26). */
export interface RequestParameter {
  name: string;
  dataType: string;
  description: string | null;
  options: (SchemaOption | 'IsRequired')[];
  properties?: RequestParameter[];
  arrayItemType?: RequestParameter;
  choices?: RequestParameter[];
  enum?: { value: string; label: string }[];
}

export function requestParameter(schema: RawSchema, name = '', isRequired = false): RequestParameter {
  const dataType = shownTypeOf(schema);
  const options = (Object.keys(schemaOptions) as SchemaOption[]).filter((option) => hasOption(schema, option));
  const choices = enumOf(schema);
  return {
    name,
    dataType,
    description: typeof schema.description === 'string' ? schema.description : null,
    options: isRequired ? ['IsRequired', ...options] : options,
    ...(dataType === 'Object'
      ? { properties: propertiesOf(schema).map((one) => requestParameter(one.schema, one.name, one.isRequired)) }
      : {}),
    ...(dataType === 'Array' ? { arrayItemType: requestParameter(itemsOf(schema)) } : {}),
    ...(dataType === 'OneOfObject' ? { choices: choicesOf(schema).map((one, at) => requestParameter(one, titleOf(one, at))) } : {}),
    ...(choices.length > 0 ? { enum: choices } : {}),
  };
}

function titleOf({ title }: RawSchema, at: number): string {
  return typeof title === 'string' ? title : `Option ${at + 1}`;
}
