import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Table } from './table.tsx';

const columns = [{ id: 'name', header: 'Name', isSortable: true, render: (row: { name: string }) => row.name }];

function renderTable(rows: { name: string }[] | undefined): string {
  return renderToStaticMarkup(
    <Table label="Towns" columns={columns} rows={rows} rowKey={({ name }) => name} sort={undefined} onSortChange={() => undefined} />,
  );
}

describe('a table', () => {
  test('offers sorting of cards only if there are rows', () => {
    expect(renderTable([{ name: 'Bremen' }])).toContain('Sort by');
    expect(renderTable([])).not.toContain('Sort by');
  });

  test('reserves space for loading lines before they are visible, as cards would grow otherwise', () => {
    expect(renderTable(undefined)).toContain('data-bone');
    expect(renderTable([])).not.toContain('data-bone');
  });
});
