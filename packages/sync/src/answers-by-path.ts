import { listParameterNames } from '@portage/connectors/pairs';
import { formatPath } from '@portage/connectors/schema';

/**
 * Values of a sync step's form: by the paths they fill, for the request, and by their names, for the document's placeholders. The
 * first value of `query["request.locationIds"]` is also `locationId`, because a flow has one location.
 */
export function answersByPath(values: object): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [group, members] of Object.entries(values)) {
    if (typeof members !== 'object' || members === null) continue;
    for (const [name, value] of Object.entries(members)) {
      found[formatPath([group, name])] = value;
      const [plain = name, single] = listParameterNames(name);
      found[plain] = value;
      if (Array.isArray(value) && single !== undefined) found[single] = value[0];
    }
  }
  return found;
}
