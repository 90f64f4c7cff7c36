import type { ApiKey } from '@portage/contracts/calls';
import { Badge, Button, Card, DateTime, KeyValueList, Muted } from '@portage/ui/base';
import { RowBody, RowHead, Rows } from '../section-parts.tsx';
import { labelOfScope } from './scope-words.ts';

interface KeyListProps {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
}

export function KeyList({ keys, onRevoke }: KeyListProps) {
  return (
    <Card title="Your API keys" isFlush>
      <Rows>
        {keys.map((key) => (
          <li key={key.id}>
            <RowBody>
              <RowHead>
                <strong>{key.name}</strong>
                <Muted as="code" $size="tiny" $isData>
                  portage_…{key.lastFour}
                </Muted>
                {key.isExpired ? <Badge tone="danger">Expired</Badge> : null}
              </RowHead>
              <KeyValueList
                items={[
                  { label: 'Scopes', value: key.scopes.map(labelOfScope).join(', ') },
                  { label: 'Made', value: <DateTime value={key.createdAt} /> },
                  { label: 'Last used', value: <DateTime value={key.lastUsedAt} fallback="Never" /> },
                  { label: key.isExpired ? 'Expired' : 'Expires', value: <DateTime value={key.expiresAt} fallback="Never" /> },
                ]}
              />
            </RowBody>
            <Button aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </li>
        ))}
      </Rows>
    </Card>
  );
}
