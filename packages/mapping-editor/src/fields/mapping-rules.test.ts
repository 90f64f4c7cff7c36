import { expect, test } from 'vitest';
import { mappingFields } from './mapping-field.ts';
import { mappingRules } from './mapping-rules.ts';

const field = (path: string, title: string) => ({ path, title, type: 'String', isRequired: false });
const targets = mappingFields([field('body.title', 'Title'), field('body.lines[]', 'Lines'), field('body.lines[].price', 'Lines › Price')]);
const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });

test('mappings without a row are shown as rules, in words', () => {
  const rules = mappingRules(
    [
      mapping('body.title', '$Item.Name'),
      mapping('match.leaveOut', '${ifEqual($Item.ID, "5", "Left out.")}'),
      mapping('match.total', '$Item.total'),
      mapping('body.lines[+]', '$Item.shipping'),
      mapping('body.lines[+].price', '$Entry'),
      mapping('body.gone', 'x'),
    ],
    targets,
  );
  expect(rules.map(({ title, list }) => [title, list])).toEqual([
    ['Leave the record out, for this reason', null],
    ['Compared: total', null],
    ['Lines: an additional entry', null],
    ['Lines › Price, in the additional entry', 'body.lines[+]'],
    ['gone', null],
  ]);
});

test('every mapping has a row or is a rule', () => {
  const all = [...targets.map(({ path }) => mapping(path, 'x')), mapping('body.lines[+].sku', 'y')];
  expect(mappingRules(all, targets).map(({ path }) => path)).toEqual(['body.lines[+].sku']);
});
