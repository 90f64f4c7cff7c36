import {
  getItemSchema,
  getShownType,
  hasOption,
  listChoices,
  listEnumEntries,
  listProperties,
  type RawSchema,
  type SchemaOption,
  schemaOptions,
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
  const dataType = getShownType(schema);
  const options = (Object.keys(schemaOptions) as SchemaOption[]).filter((option) => hasOption(schema, option));
  const choices = listEnumEntries(schema);
  return {
    name,
    dataType,
    description: typeof schema.description === 'string' ? schema.description : null,
    options: isRequired ? ['IsRequired', ...options] : options,
    ...(dataType === 'Object'
      ? { properties: listProperties(schema).map((one) => requestParameter(one.schema, one.name, one.isRequired)) }
      : {}),
    ...(dataType === 'Array' ? { arrayItemType: requestParameter(getItemSchema(schema)) } : {}),
    ...(dataType === 'OneOfObject' ? { choices: listChoices(schema).map((one, at) => requestParameter(one, getTitle(one, at))) } : {}),
    ...(choices.length > 0 ? { enum: choices } : {}),
  };
}

function getTitle({ title }: RawSchema, at: number): string {
  return typeof title === 'string' ? title : `Option ${at + 1}`;
}
