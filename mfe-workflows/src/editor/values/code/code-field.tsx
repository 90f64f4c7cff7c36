import { Button, Dialog, Hint } from '@portage/ui';
import { useState } from 'react';
import { CodeBox, type CodeBoxProps } from './code-box.tsx';

export function CodeField(props: CodeBoxProps) {
  const [isLarge, setIsLarge] = useState(false);
  const { label } = props;
  if (props.isLarge) return <CodeBox {...props} />;
  return (
    <>
      {isLarge ? <Hint $size="tiny">{label} is open in a larger window.</Hint> : <CodeBox {...props} onLarge={() => setIsLarge(true)} />}
      {isLarge ? (
        <Dialog
          isOpen
          isWide
          title={label}
          onClose={() => setIsLarge(false)}
          actions={
            <Button variant="primary" onPress={() => setIsLarge(false)}>
              Done
            </Button>
          }
        >
          <CodeBox {...props} isLarge isLabelHidden />
        </Dialog>
      ) : null}
    </>
  );
}
