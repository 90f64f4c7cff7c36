import type { ConnectorChoice, OperationChoice } from '@portage/connectors/schema';

export interface OfferedOperation {
  connector: ConnectorChoice;
  operation: OperationChoice;
}

/** Operations whose own words and connector's name contain every word; at least one is the operation's. Those with all in their name first. */
export function findOperations(offered: readonly OfferedOperation[], filter: string): OfferedOperation[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const isIn = (text: string) => (word: string) => text.includes(word);
  const byName: OfferedOperation[] = [];
  const others: OfferedOperation[] = [];
  for (const found of offered) {
    const { connector, operation } = found;
    const name = operation.name.toLowerCase();
    const own = `${name} ${operation.operationId ?? ''} ${operation.id}`.toLowerCase();
    if (!words.some(isIn(own)) || !words.every(isIn(`${own} ${connector.name.toLowerCase()}`))) continue;
    (words.every(isIn(name)) ? byName : others).push(found);
  }
  return [...byName, ...others];
}
