import { useHost } from '@portage/area-kit/base';
import { Button, Card, font, Inline, Muted, space, TextField } from '@portage/ui/base';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { Stack } from '../section-parts.tsx';
import type { MadeKey } from './new-key-form.tsx';

const Key = styled.div`
  input {
    font-family: ${font.data};
    font-size: ${font.size.small};
  }
  svg {
    margin-right: ${space(0.5)};
  }
`;

/** The only time that a key is shown. */
export function ShownKey({ made, onDone }: { made: MadeKey; onDone: () => void }) {
  const { notify } = useHost();
  const [isCopied, setIsCopied] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(made.secret);
      setIsCopied(true);
    } catch {
      notify.error(new Error('The browser did not allow copying. Select the key and copy it with the keyboard.'));
    }
  }

  return (
    <Card title={`Your new key “${made.name}”`}>
      <Stack>
        <Muted as="p">Copy it now and store it with your passwords. Portage won’t show it again.</Muted>
        <Key ref={box}>
          <TextField
            label="API key"
            value={made.secret}
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
            readOnly
            spellCheck={false}
            autoComplete="off"
          />
        </Key>
        <Inline>
          <Button variant="primary" onClick={() => void copy()}>
            {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button onClick={onDone}>Done</Button>
        </Inline>
      </Stack>
    </Card>
  );
}
